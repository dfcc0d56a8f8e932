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
  const durations = new Histogram({
    name: 'tessera_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Counter({
    name: 'tessera_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    // Whoever measures how long requests take has counted them.
    async collect() {
      this.reset();
      const { values } = await durations.get();
      for (const { metricName, labels, value } of values) {
        if (metricName?.endsWith('_count')) this.inc(labels, value);
      }
    },
  });
  const cacheReads = new Map<string, { hit: number; miss: number }>();
  new Counter({
    name: 'tessera_cache_reads_total',
    help: 'Reads of in-process caches, by whether they held the answer.',
    labelNames: ['cache', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, { hit, miss }] of cacheReads) {
        this.inc({ cache, outcome: 'hit' }, hit);
        this.inc({ cache, outcome: 'miss' }, miss);
      }
    },
  });
  const rateLimitFallbacks = new Counter({
    name: 'tessera_rate_limit_fallbacks_total',
    help: 'Requests limited by this node alone because the shared store was away.',
    registers: [registry],
  });
  return {
    registry,
    requestAnswered(method, route, status, seconds) {
      durations.observe({ method, route, status }, seconds);
    },
    // Several for each request: counted here, and given their labels when somebody reads them.
    cacheRead(cache, outcome) {
      const reads = cacheReads.get(cache);
      if (reads) reads[outcome] += 1;
      else cacheReads.set(cache, { hit: 0, miss: 0, [outcome]: 1 });
    },
    rateLimitFallback: () => rateLimitFallbacks.inc(),
  };
}

/** Counts every answer by its route's pattern, never by its address: those are without number. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requestAnswered(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
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
