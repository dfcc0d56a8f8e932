import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Notice } from './notices.ts';

/** The action that handles the notice, as a button, and links to the other pages that help. */
export function FixLinks({ notice: { links, headline, done } }: { readonly notice: Notice }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Group gap="md" mt={6}>
      {links.map(({ label, path }, index) => {
        const [page = '', query] = path.split('?');
        const search = Object.fromEntries(new URLSearchParams(query));
        const link = (props: object) => (
          <Link
            to={`/$workspace/${page}` as '/$workspace/usage'}
            params={{ workspace }}
            search={search}
            {...props}
          />
        );
        return index === 0 && done === null ? (
          <Button key={path} size="xs" variant="light" aria-label={`${label}: ${headline}`} renderRoot={link}>
            {label}
          </Button>
        ) : (
          <Anchor key={path} size="sm" aria-label={`${label}: ${headline}`} renderRoot={link}>
            {label}
          </Anchor>
        );
      })}
    </Group>
  );
}
