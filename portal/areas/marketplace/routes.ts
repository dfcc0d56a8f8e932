import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list-address.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const planMappingRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'plan-mappings',
    validateSearch: listSearch('product'),
    component: lazyRouteComponent(() => import('./mappings/page.tsx'), 'PlanMappingsPage'),
  }),
] as const;
