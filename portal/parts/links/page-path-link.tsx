import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../session/workspace.ts';

interface PagePathLinkProps {
  /** Below the pages of the workspace, with its query, as the API names it. */
  readonly path: string;
  readonly children: string;
}

/** A link to a page of the workspace that the API names. */
export function PagePathLink({ path, children }: PagePathLinkProps) {
  const { slug: workspace } = useWorkspace();
  const [page = '', query] = path.split('?');
  const search = Object.fromEntries(new URLSearchParams(query));
  return (
    <Anchor
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
      {children}
    </Anchor>
  );
}
