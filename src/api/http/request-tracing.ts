import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Traces of requests, where they are on. */
export interface RequestTracing {
  listen(listener: RequestListener): RequestListener;
  /** Names the span of the request by the pattern of its route, because URLs are unbounded. */
  nameRoute(request: IncomingMessage, route: string): void;
  /** Of the current request. */
  traceId(): string | undefined;
}

/** Adds no hook when traces are off. */
export function traceRequests(app: FastifyInstance, tracing: RequestTracing | null): void {
  app.decorate('traceId', tracing ? () => tracing.traceId() : () => undefined);
  if (!tracing) return;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url) tracing.nameRoute(request.raw, request.routeOptions.url);
    done();
  });
}
