import { createRootRoute, createRoute } from '@tanstack/react-router';

/** The root of every route. `router.tsx` adds what the shell shows. */
export const rootRoute = createRootRoute();

/** The parent of every page: its path names the workspace. */
export const workspaceRoute = createRoute({ getParentRoute: () => rootRoute, path: '$workspace' });
