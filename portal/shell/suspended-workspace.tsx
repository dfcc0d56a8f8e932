import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { useMe } from '../session/workspace.ts';
import { useSignOut } from './sign-out.ts';

/** Replaces every page of a suspended workspace. */
export function SuspendedWorkspace({ name }: { readonly name: string }) {
  const { email, workspaces } = useMe();
  const signOut = useSignOut();
  return (
    <>
      <PageHeader title="Workspace suspended" lead={`You are signed in as ${email}.`} />
      <EmptyState
        icon="warning"
        title={`${name} is suspended`}
        text="Ask the operator of this service to resume it. Its data stays, and reported usage is still sent."
        action={
          <Group gap="xs" justify="center">
            <Button variant="default" onClick={() => window.location.reload()}>
              Check again
            </Button>
            {workspaces
              .filter(({ isSuspended }) => !isSuspended)
              .map((other) => (
                <Button
                  key={other.slug}
                  variant="default"
                  maw="100%"
                  renderRoot={(props) => (
                    <Link to="/$workspace/overview" params={{ workspace: other.slug }} {...props} />
                  )}
                >
                  Switch to {other.name}
                </Button>
              ))}
            <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate(false)}>
              Sign out
            </Button>
          </Group>
        }
      />
    </>
  );
}
