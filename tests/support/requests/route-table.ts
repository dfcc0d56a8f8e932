import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Starts a service, and lists all its routes, also those that no document describes. */
export async function routesOf<Started>(
  start: () => Promise<Started>,
): Promise<{ readonly started: Started; readonly routes: readonly RouteOptions[] }> {
  const routes: RouteOptions[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      routes.push(route);
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { started: await start(), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}
