import { createRoute, Navigate } from '@tanstack/react-router';
import { useMe } from '../session/workspace.ts';
import { rootRoute } from './root-route.tsx';

/** Whoever comes without an address goes to the overview of their first workspace. */
export const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Home });

function Home() {
  const [first] = useMe().workspaces;
  return first ? <Navigate to="/$workspace/overview" params={{ workspace: first.slug }} replace /> : null;
}
