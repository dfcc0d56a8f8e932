import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list/list-address.ts';
import { workspaceRoute } from '../../session/routes.ts';
import { auditSearchNames } from './audit-log/queries.ts';

export const workspaceRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'inbox',
    validateSearch: listSearch('state', 'kind', 'assignedTo'),
    component: lazyRouteComponent(() => import('./inbox/page.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'audit-log',
    validateSearch: listSearch(...auditSearchNames),
    component: lazyRouteComponent(() => import('./audit-log/page.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'members',
    validateSearch: listSearch('search'),
    component: lazyRouteComponent(() => import('./members/page.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings',
    component: lazyRouteComponent(() => import('./settings/page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings/notifications',
    component: lazyRouteComponent(() => import('./settings/notifications-page.tsx'), 'NotificationsPage'),
  }),
] as const;
