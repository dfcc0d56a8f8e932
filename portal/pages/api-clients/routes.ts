import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../shell/workspace-route.tsx';

export const apiClientRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'api-clients',
    component: lazyRouteComponent(() => import('./api-clients-page.tsx'), 'ApiClientsPage'),
  }),
] as const;
