import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list/list-address.ts';
import { usageDaysSearch } from '../../parts/usage-days/ranges.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const catalogueRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'products',
    validateSearch: listSearch('status', 'search'),
    component: lazyRouteComponent(() => import('./products/list-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'products/$product',
    validateSearch: listSearch('plan', ...usageDaysSearch),
    component: lazyRouteComponent(() => import('./products/page.tsx'), 'ProductPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'catalogue-as-code',
    component: lazyRouteComponent(() => import('./file/page.tsx'), 'CatalogueFilePage'),
  }),
] as const;
