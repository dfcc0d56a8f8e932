import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../shell/workspace-route.tsx';

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'webhooks',
    component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
] as const;
