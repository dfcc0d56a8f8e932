import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list/list-address.ts';
import { usageDaysSearch } from '../../parts/usage-days/ranges.ts';
import { workspaceRoute } from '../../session/routes.ts';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'overview',
    validateSearch: listSearch(...usageDaysSearch),
    component: lazyRouteComponent(() => import('./page.tsx'), 'OverviewPage'),
  }),
] as const;
