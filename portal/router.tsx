import { createRouter } from '@tanstack/react-router';
import { catalogueRoutes } from './areas/catalogue/routes.ts';
import { apiClientRoutes } from './areas/clients/routes.ts';
import { entitlementRoutes } from './areas/entitlements/routes.ts';
import { marketplaceRoutes } from './areas/marketplace/routes.ts';
import { overviewRoutes } from './areas/overview/routes.ts';
import { subscriptionRoutes } from './areas/subscriptions/routes.ts';
import { usageRoutes } from './areas/usage/routes.ts';
import { webhookRoutes } from './areas/webhooks/routes.ts';
import { workspaceRoutes } from './areas/workspaces/routes.ts';
import { portalPath } from './base-path.ts';
import { rootRoute, workspaceRoute } from './session/routes.ts';
import { homeRoute } from './shell/home-route.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageError } from './shell/page-error.tsx';
import { Root } from './shell/root.tsx';
import { signedInRoute } from './shell/signed-in-route.tsx';
import { WorkspaceFrame } from './shell/workspace-frame.tsx';

const pages = [
  ...overviewRoutes,
  ...workspaceRoutes,
  ...apiClientRoutes,
  ...catalogueRoutes,
  ...subscriptionRoutes,
  ...entitlementRoutes,
  ...marketplaceRoutes,
  ...usageRoutes,
  ...webhookRoutes,
] as const;

rootRoute.update({ component: Root, notFoundComponent: NotFound });
workspaceRoute.update({ component: WorkspaceFrame, notFoundComponent: NotFound });

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, signedInRoute, workspaceRoute.addChildren(pages)]),
  basepath: portalPath.slice(0, -1),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  // Search parameters stay text.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const written = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(written.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
