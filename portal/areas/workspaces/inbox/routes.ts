import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../../parts/list-address.ts';
import { workspaceRoute } from '../../../session/routes.ts';

export const inboxRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'inbox',
    validateSearch: listSearch('state', 'kind'),
    component: lazyRouteComponent(() => import('./page.tsx'), 'InboxPage'),
  }),
] as const;
