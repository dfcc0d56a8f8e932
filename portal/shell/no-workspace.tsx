import { Button, Group, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';
import { DocsLink } from '../parts/links/docs-link.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { signInUrl } from '../session/sign-in-url.ts';
import { useMe } from '../session/workspace.ts';

/** For a link into a workspace that the signed-in account is not a member of; without a slug, for one in no workspace. */
export function NoWorkspace({ slug }: { readonly slug?: string }) {
  const { email, workspaces } = useMe();
  const { href } = useLocation();
  const workspace = slug === undefined ? 'our workspace' : `the workspace "${slug}"`;
  return (
    <>
      <PageHeader title="No access with this account" />
      <EmptyState
        icon="members"
        title={slug === undefined ? 'No workspace' : `Not a member of "${slug}"`}
        text={`You are signed in as ${email}. This account is not a member of ${slug === undefined ? 'any workspace' : 'this workspace, or the address is wrong'}. Use another account, or ask an administrator of the workspace to invite exactly this address.`}
        action={
          <Group gap="xs" justify="center">
            <Button component="a" href={signInUrl(href, { account: 'choose' })}>
              Use another account
            </Button>
            {workspaces.length > 0 && (
              <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
                Go to the overview
              </Button>
            )}
          </Group>
        }
      />
      <Text size="sm" mt="lg" mb="xs">
        Text for the administrator:
      </Text>
      <Snippet
        of="text for the administrator"
        isProse
        text={`Please invite me to ${workspace} in Tessera: Members, Invite member.\nUser name: ${email}`}
      />
      <Text size="sm" c="dimmed" mt="lg">
        To call the API from a program, read the <DocsLink topic="guides" /> and the{' '}
        <DocsLink topic="reference" />.
      </Text>
    </>
  );
}
