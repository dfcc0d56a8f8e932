import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Measurements } from '../../core/ports.ts';

export interface Metrics extends Measurements {
  readonly registry: Registry;
  requestAnswered(method: string, route: string, status: number, seconds: number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'tessera_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'tessera_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const cacheReads = new Counter({
    name: 'tessera_cache_reads_total',
    help: 'Reads of in-process caches, by whether they held the answer.',
    labelNames: ['cache', 'outcome'],
    registers: [registry],
  });
  const rateLimitFallbacks = new Counter({
    name: 'tessera_rate_limit_fallbacks_total',
    help: 'Requests limited by this node alone because the shared store was away.',
    registers: [registry],
  });
  return {
    registry,
    requestAnswered(method, route, status, seconds) {
      requests.inc({ method, route, status });
      durations.observe({ method, route, status }, seconds);
    },
    cacheRead: (cache, outcome) => cacheReads.inc({ cache, outcome }),
    rateLimitFallback: () => rateLimitFallbacks.inc(),
  };
}

/** Counts every answer by its route's pattern, never by its address: those are without number. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requestAnswered(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });
}

export function metricsRoute(metrics: Metrics) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      '/metrics',
      {
        schema: {
          operationId: 'readMetrics',
          summary: 'Metrics for Prometheus',
          tags: ['Operations'],
          security: [],
          response: {
            200: {
              description: 'The Prometheus text format.',
              content: { 'text/plain': { schema: { type: 'string' } } },
            },
          },
        },
      },
      async (_request, reply) =>
        reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics()),
    );
  };
}
