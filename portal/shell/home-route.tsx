import { createRoute, Navigate } from '@tanstack/react-router';
import { rootRoute } from '../session/routes.ts';
import { useMe } from '../session/workspace.ts';
import { BarePage } from './bare-page.tsx';
import { NoWorkspace } from './no-workspace.tsx';

/** Redirects the root path to the overview of the first workspace. */
export const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Home });

function Home() {
  const [first] = useMe().workspaces;
  if (first) return <Navigate to="/$workspace/overview" params={{ workspace: first.slug }} replace />;
  return (
    <BarePage>
      <NoWorkspace />
    </BarePage>
  );
}
