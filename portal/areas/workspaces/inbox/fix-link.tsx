import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Notice } from './notices.ts';

/** Links to the pages on which the notice is handled. */
export function FixLinks({ notice: { links } }: { readonly notice: Notice }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Group gap="md">
      {links.map(({ label, path }) => {
        const [page = '', query] = path.split('?');
        const search = Object.fromEntries(new URLSearchParams(query));
        return (
          <Anchor
            key={path}
            size="sm"
            renderRoot={(props) => (
              <Link
                to={`/$workspace/${page}` as '/$workspace/usage'}
                params={{ workspace }}
                search={search}
                {...props}
              />
            )}
          >
            {label}
          </Anchor>
        );
      })}
    </Group>
  );
}
