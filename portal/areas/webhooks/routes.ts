import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../parts/list/list-address.ts';
import { workspaceRoute } from '../../session/routes.ts';

/** The number of the replay; without it the latest delivery is shown. The URL has it as text. */
const replaySearch = ({ replay }: Record<string, unknown>): { replay?: number } =>
  /^\d+$/.test(String(replay)) ? { replay: Number(replay) } : {};

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'webhooks',
    validateSearch: listSearch('search'),
    component: lazyRouteComponent(() => import('./endpoints/list-page.tsx'), 'EndpointsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'webhooks/endpoints/$endpointId',
    component: lazyRouteComponent(() => import('./endpoints/page.tsx'), 'EndpointPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'webhooks/deliveries',
    validateSearch: listSearch('endpoint', 'type', 'tenant', 'outcome', 'from', 'until'),
    component: lazyRouteComponent(() => import('./deliveries/list-page.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'webhooks/deliveries/$endpointId/$eventId',
    validateSearch: replaySearch,
    component: lazyRouteComponent(() => import('./deliveries/page.tsx'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'webhooks/event-types',
    component: lazyRouteComponent(() => import('./event-types-page.tsx'), 'EventTypesPage'),
  }),
] as const;
