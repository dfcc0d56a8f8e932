import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { NotificationMeasurements } from '../../core/marketplace/ports.ts';
import type { RetentionMeasurements } from '../../core/operations/retention.ts';
import type { Measurements } from '../../core/ports.ts';
import type { WorkMeasurements } from '../../core/usage/ports.ts';
import type { WebhookMeasurements } from '../../core/webhooks/ports.ts';
import { type AnswerDurations, RequestDurations } from './durations.ts';

export interface Metrics
  extends Measurements,
    NotificationMeasurements,
    RetentionMeasurements,
    WebhookMeasurements,
    WorkMeasurements {
  readonly registry: Registry;
  /** The durations of the responses with these labels. */
  answers(method: string, route: string, status: number): AnswerDurations;
}

/** `version`: of the service. */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with names of counters; the gauges without the suffix have the same values.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  new Gauge({
    name: 'tessera_build_info',
    help: 'The version of the service, with the value 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  const durations = new RequestDurations(registry);
  new Counter({
    name: 'tessera_http_requests_total',
    help: 'HTTP requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    // The histogram of durations has the counts.
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
    help: 'Reads of in-process caches by outcome: hit or miss.',
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
    help: 'Requests limited by this node alone because the shared store was unavailable.',
    registers: [registry],
  });
  const circuitsOpen = new Gauge({
    name: 'tessera_marketplace_circuits_open',
    help: 'Marketplace connections whose circuit is open on this node, because requests failed.',
    registers: [registry],
  });
  const notificationsForged = new Counter({
    name: 'tessera_marketplace_calls_forged_total',
    help: 'Marketplace notifications without a valid token of the marketplace.',
    registers: [registry],
  });
  const rowsDeleted = new Counter({
    name: 'tessera_rows_deleted_total',
    help: 'Rows that this node has deleted because they were old, by kind of data.',
    labelNames: ['kind'],
    registers: [registry],
  });
  const webhookAttempts = new Histogram({
    name: 'tessera_webhook_attempt_duration_seconds',
    help: 'Duration of webhook delivery attempts by outcome.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  const webhooksDue = new Gauge({
    name: 'tessera_webhook_deliveries_due',
    help: 'Webhook deliveries that are due; at most 1,000 are counted for each endpoint.',
    registers: [registry],
  });
  const oldestWebhook = new Gauge({
    name: 'tessera_webhook_oldest_due_seconds',
    help: 'Time since the oldest waiting webhook delivery became due.',
    registers: [registry],
  });
  // Absent on nodes without workers, where 0 would mean that nothing waits.
  webhooksDue.remove();
  oldestWebhook.remove();
  return {
    registry,
    answers: (method, route, status) => durations.answers(method, route, status),
    // Several for each request: the labels are looked up only on each scrape.
    cacheRead(cache, outcome) {
      const reads = cacheReads.get(cache);
      if (reads) reads[outcome] += 1;
      else cacheReads.set(cache, { hit: 0, miss: 0, [outcome]: 1 });
    },
    rateLimitFallback: () => rateLimitFallbacks.inc(),
    notificationForged: () => notificationsForged.inc(),
    rowsDeleted: (kind, count) => rowsDeleted.inc({ kind }, count),
    openCircuits: (count) => circuitsOpen.set(count),
    webhookTried: (outcome, seconds) => webhookAttempts.observe({ outcome }, seconds),
    webhooksWaiting(due, oldestDueSeconds) {
      webhooksDue.set(due);
      oldestWebhook.set(oldestDueSeconds);
    },
  };
}

/** Counts responses by the pattern of the route, because URLs are unbounded. Streams have a gauge of their own. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (reply.isStream) return;
    const route = request.routeOptions.url ?? 'unknown';
    metrics.answers(request.method, route, reply.statusCode).observe(reply.elapsedTime / 1000);
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
