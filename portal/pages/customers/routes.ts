import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../shell/workspace-route.tsx';

export const customerRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'customers',
    component: lazyRouteComponent(() => import('./customers-page.tsx'), 'CustomersPage'),
  }),
] as const;
