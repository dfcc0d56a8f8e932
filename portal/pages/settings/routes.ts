import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list-address.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings',
    component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/marketplace',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('./connections-page.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/marketplace/$connectionId',
    component: lazyRouteComponent(() => import('./connection-page.tsx'), 'ConnectionPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/calls',
    validateSearch: listSearch('state', 'requestedBy', 'sourceName', 'marketplaceSubscriptionId'),
    component: lazyRouteComponent(() => import('./calls-page.tsx'), 'CallsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/calls/$callId',
    component: lazyRouteComponent(() => import('./call-page.tsx'), 'CallPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/licences',
    component: lazyRouteComponent(() => import('./licences-page.tsx'), 'LicencesPage'),
  }),
] as const;
