import { Button } from '@mantine/core';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page-header.tsx';

/** Replaces every page of a suspended workspace. */
export function SuspendedWorkspace({ name }: { readonly name: string }) {
  return (
    <>
      <PageHeader title="Workspace suspended" />
      <EmptyState
        icon="warning"
        title={`${name} is suspended`}
        text="Ask the operator of this service to resume it. Its data stays, and reported usage is still sent."
        action={
          <Button variant="default" onClick={() => window.location.reload()}>
            Check again
          </Button>
        }
      />
    </>
  );
}
