import { Container } from '@mantine/core';
import { createRoute } from '@tanstack/react-router';
import { useMe } from '../session/workspace.ts';
import { NotFound } from './not-found.tsx';
import { rootRoute } from './root-route.tsx';
import { Shell } from './shell.tsx';
import { SuspendedWorkspace } from './suspended-workspace.tsx';

/** The parent of every page: its address names the workspace. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$workspace',
  component: WorkspacePlace,
  notFoundComponent: NotFound,
});

function WorkspacePlace() {
  const { workspace } = workspaceRoute.useParams();
  const membership = useMe().workspaces.find(({ slug }) => slug === workspace);
  if (membership && !membership.isSuspended) return <Shell />;
  return (
    <Container component="main" size="sm" py="xl">
      {membership ? <SuspendedWorkspace name={membership.name} /> : <NotFound />}
    </Container>
  );
}
