import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list/list-address.ts';
import { usageDaysSearch } from '../../parts/usage-days/ranges.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const subscriptionRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'customers',
    validateSearch: listSearch('search', 'status', 'product', 'plan', 'atRisk'),
    component: lazyRouteComponent(() => import('./customers/list-page.tsx'), 'CustomersPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'subscriptions',
    validateSearch: listSearch(
      'status',
      'source',
      'product',
      'tenantId',
      'marketplaceSubscriptionId',
      'account',
    ),
    component: lazyRouteComponent(() => import('./list-page.tsx'), 'SubscriptionsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'purchases',
    validateSearch: listSearch('tenantId', 'search'),
    component: lazyRouteComponent(() => import('./purchases/list-page.tsx'), 'PurchasesPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'purchases/$marketplaceSubscriptionId',
    component: lazyRouteComponent(() => import('./purchases/page.tsx'), 'PurchasePage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'subscriptions/$subscriptionId',
    validateSearch: listSearch(...usageDaysSearch),
    component: lazyRouteComponent(() => import('./page.tsx'), 'SubscriptionPage'),
  }),
] as const;
