import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list/list-address.ts';
import { usageDaysSearch } from '../../parts/usage-days/ranges.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const entitlementRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'customers/$tenantId',
    validateSearch: listSearch('product', 'asOf', 'user', ...usageDaysSearch),
    component: lazyRouteComponent(() => import('./tenant-page.tsx'), 'TenantPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/licences',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('./licences/page.tsx'), 'LicencesPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/signing-keys',
    component: lazyRouteComponent(() => import('./signing-keys/page.tsx'), 'SigningKeysPage'),
  }),
] as const;
