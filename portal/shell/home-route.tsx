import { createRoute, Navigate } from '@tanstack/react-router';
import { rootRoute } from '../session/routes.ts';
import { useMe } from '../session/workspace.ts';

/** Redirects the root path to the overview of the first workspace. */
export const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Home });

function Home() {
  const [first] = useMe().workspaces;
  return first ? <Navigate to="/$workspace/overview" params={{ workspace: first.slug }} replace /> : null;
}
