import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list-address.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const customerRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'customers',
    validateSearch: listSearch('search'),
    component: lazyRouteComponent(() => import('../subscriptions/customers/list-page.tsx'), 'CustomersPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'customers/$tenantId',
    validateSearch: listSearch('product', 'asOf'),
    component: lazyRouteComponent(() => import('./tenant-page.tsx'), 'TenantPage'),
  }),
] as const;
