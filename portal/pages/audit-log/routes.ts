import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../shell/workspace-route.tsx';

export const auditLogRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'audit-log',
    component: lazyRouteComponent(() => import('./audit-log-page.tsx'), 'AuditLogPage'),
  }),
] as const;
