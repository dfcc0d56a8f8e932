import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../session/routes.ts';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'overview',
    component: lazyRouteComponent(() => import('./page.tsx'), 'OverviewPage'),
  }),
] as const;
