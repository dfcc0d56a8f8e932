import { workspaceRoute } from '../session/routes.ts';
import { useMe } from '../session/workspace.ts';
import { BarePage } from './bare-page.tsx';
import { NoWorkspace } from './no-workspace.tsx';
import { Shell } from './shell.tsx';
import { SuspendedWorkspace } from './suspended-workspace.tsx';

/** The shell around the pages of the workspace that the path names. */
export function WorkspaceFrame() {
  const { workspace } = workspaceRoute.useParams();
  const membership = useMe().workspaces.find(({ slug }) => slug === workspace);
  if (membership && !membership.isSuspended) return <Shell />;
  return (
    <BarePage>
      {membership ? <SuspendedWorkspace name={membership.name} /> : <NoWorkspace slug={workspace} />}
    </BarePage>
  );
}
