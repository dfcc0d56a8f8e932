import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../shell/workspace-route.tsx';

export const subscriptionRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'subscriptions',
    component: lazyRouteComponent(() => import('./subscriptions-page.tsx'), 'SubscriptionsPage'),
  }),
] as const;
