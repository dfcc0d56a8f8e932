import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list/list-address.ts';
import { workspaceRoute } from '../../session/routes.ts';
import { usageFilterNames } from './usage-filter.ts';

export const usageRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'usage',
    validateSearch: listSearch('state', 'from', 'until', 'again', ...usageFilterNames),
    component: lazyRouteComponent(() => import('./reports-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'usage/by-subscription',
    validateSearch: listSearch('days', ...usageFilterNames),
    component: lazyRouteComponent(() => import('./sums-page.tsx'), 'UsageSumsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'usage/differences',
    validateSearch: listSearch('state', 'tenantId', 'product', 'dimension'),
    component: lazyRouteComponent(() => import('./drifts-page.tsx'), 'UsageDriftsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'subscriptions/$subscriptionId/usage/$dimension',
    validateSearch: listSearch('from', 'until'),
    component: lazyRouteComponent(() => import('./meters/hours-page.tsx'), 'MeterHoursPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'subscriptions/$subscriptionId/usage/$dimension/$hour',
    validateSearch: listSearch('idPrefix'),
    component: lazyRouteComponent(() => import('./meters/events-page.tsx'), 'HourEventsPage'),
  }),
] as const;
