import { createRootRoute, createRoute } from '@tanstack/react-router';

/** The root of every route. `router.tsx` adds the shell's components. */
export const rootRoute = createRootRoute();

/** The parent of every page: its path names the workspace. */
export const workspaceRoute = createRoute({ getParentRoute: () => rootRoute, path: '$workspace' });
