import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list-address.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const apiClientRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'api-clients',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('./list-page.tsx'), 'ApiClientsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'api-clients/$apiClientId',
    component: lazyRouteComponent(() => import('./page.tsx'), 'ApiClientPage'),
  }),
] as const;
