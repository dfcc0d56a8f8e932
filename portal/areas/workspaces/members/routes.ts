import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../../parts/list-address.ts';
import { workspaceRoute } from '../../../session/routes.ts';

export const memberRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'members',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('./page.tsx'), 'MembersPage'),
  }),
] as const;
