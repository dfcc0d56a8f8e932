import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { NotificationMeasurements } from '../../core/marketplace/ports.ts';
import type { RetentionMeasurements } from '../../core/operations/retention.ts';
import type { Measurements } from '../../core/ports.ts';
import type { WorkMeasurements } from '../../core/usage/ports.ts';
import type { WebhookMeasurements } from '../../core/webhooks/ports.ts';

export interface Metrics
  extends Measurements,
    NotificationMeasurements,
    RetentionMeasurements,
    WebhookMeasurements,
    WorkMeasurements {
  readonly registry: Registry;
  /** The durations of the responses with these labels. */
  answers(method: string, route: string, status: number): ResponseDurations;
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

const labelNames = ['method', 'route', 'status'] as const;
type Label = (typeof labelNames)[number];

const name = 'tessera_http_request_duration_seconds';
const help = 'Time from the arrival of a request to the end of its response.';
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The durations of the responses with the same labels. */
export class ResponseDurations {
  readonly labels: Readonly<Record<Label, string>>;
  /** The count of each bucket, not cumulative; the last one has no upper bound. */
  readonly counts: number[] = new Array(buckets.length + 1).fill(0);
  sum = 0;

  constructor(labels: Readonly<Record<Label, string>>) {
    this.labels = labels;
  }

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < buckets.length && seconds > (buckets[bucket] ?? 0)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += seconds;
  }
}

/**
 * The histogram of response times. The library looks the series of the labels up on every observation, which is
 * measurable at this rate. Here a response keeps its series, and the library's format is made on each scrape.
 */
class RequestDurations extends Histogram<Label> {
  readonly #kinds = new Map<string, ResponseDurations>();

  constructor(registry: Registry) {
    super({ name, help, labelNames, buckets, registers: [registry] });
  }

  answers(method: string, route: string, status: number): ResponseDurations {
    const kind = `${status} ${method} ${route}`;
    const existing = this.#kinds.get(kind);
    if (existing) return existing;
    const durations = new ResponseDurations({ method, route, status: String(status) });
    this.#kinds.set(kind, durations);
    return durations;
  }

  /** Overrides the method that the registry calls on each scrape. */
  async getForPromString() {
    const values = [...this.#kinds.values()].flatMap(valuesOf);
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }
}

function valuesOf({ labels: sharedLabels, counts, sum }: ResponseDurations) {
  let soFar = 0;
  const upTo = [...buckets, '+Inf'].map((le, index) => {
    soFar += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le }, sharedLabels, value: soFar };
  });
  return [
    ...upTo,
    { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum },
    { metricName: `${name}_count`, labels: {}, sharedLabels, value: soFar },
  ];
}
