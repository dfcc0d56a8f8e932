import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../../session/routes.ts';

export const catalogueFileRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'catalogue-as-code',
    component: lazyRouteComponent(() => import('./page.tsx'), 'CatalogueFilePage'),
  }),
] as const;
