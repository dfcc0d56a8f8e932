import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../shell/workspace-route.tsx';

export const productRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'products',
    component: lazyRouteComponent(() => import('./products-page.tsx'), 'ProductsPage'),
  }),
] as const;
