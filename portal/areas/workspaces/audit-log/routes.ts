import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../../parts/list-address.ts';
import { workspaceRoute } from '../../../session/routes.ts';

export const auditLogRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'audit-log',
    validateSearch: listSearch('actorId', 'action', 'subjectId', 'from', 'until'),
    component: lazyRouteComponent(() => import('./page.tsx'), 'AuditLogPage'),
  }),
] as const;
