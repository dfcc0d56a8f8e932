import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../../parts/list-address.ts';
import { workspaceRoute } from '../../../session/routes.ts';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings',
    component: lazyRouteComponent(() => import('./page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/marketplace',
    validateSearch: listSearch(),
    component: lazyRouteComponent(
      () => import('../../marketplace/connections/list-page.tsx'),
      'ConnectionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/marketplace/$connectionId',
    component: lazyRouteComponent(() => import('../../marketplace/connections/page.tsx'), 'ConnectionPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/calls',
    validateSearch: listSearch('state', 'requestedBy', 'sourceName', 'marketplaceSubscriptionId'),
    component: lazyRouteComponent(() => import('../../marketplace/notifications/list-page.tsx'), 'CallsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/calls/$callId',
    component: lazyRouteComponent(() => import('../../marketplace/notifications/page.tsx'), 'CallPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/licences',
    component: lazyRouteComponent(() => import('../../entitlements/licences/page.tsx'), 'LicencesPage'),
  }),
] as const;
