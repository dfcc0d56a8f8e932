import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list/list-address.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const apiClientRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'api-clients',
    validateSearch: listSearch('search'),
    component: lazyRouteComponent(() => import('./list-page.tsx'), 'ApiClientsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'api-clients/$apiClientId',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('./page.tsx'), 'ApiClientPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'api-clients/$apiClientId/requests',
    validateSearch: listSearch('statusClass', 'code', 'tenantId', 'period', 'from', 'until'),
    component: lazyRouteComponent(() => import('./requests/list-page.tsx'), 'ClientRequestsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'service-accounts',
    validateSearch: listSearch('search'),
    component: lazyRouteComponent(() => import('./service-accounts/list-page.tsx'), 'ServiceAccountsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'service-accounts/$serviceAccountId',
    component: lazyRouteComponent(() => import('./service-accounts/page.tsx'), 'ServiceAccountPage'),
  }),
] as const;
