import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list/list-address.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const marketplaceRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'plan-mappings',
    validateSearch: listSearch('product', 'plan', 'mapping', 'purchase', 'search'),
    component: lazyRouteComponent(() => import('./mappings/page.tsx'), 'PlanMappingsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'subscriptions/import',
    validateSearch: listSearch('connection', 'show'),
    component: lazyRouteComponent(() => import('./import/page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/marketplace',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('./connections/list-page.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/marketplace/$connectionId',
    component: lazyRouteComponent(() => import('./connections/page.tsx'), 'ConnectionPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/calls',
    validateSearch: listSearch('state', 'requestedBy', 'sourceName', 'marketplaceSubscriptionId'),
    component: lazyRouteComponent(() => import('./notifications/list-page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/calls/$callId',
    component: lazyRouteComponent(() => import('./notifications/page.tsx'), 'NotificationPage'),
  }),
] as const;
