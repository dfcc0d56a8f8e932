import { CatalogueLimits } from './catalogue-limits.ts';
import { createClock } from './clock.ts';
import { milliseconds } from './duration.ts';
import { EligibilityDecisions } from './eligibility.ts';
import { Emitter } from './emitter.ts';
import { BatchReader } from './entitlement-batch.ts';
import { Coverage } from './entitlement-freshness.ts';
import { Entitlements, type FreshnessSettings } from './entitlements.ts';
import { TesseraConfigurationError, TesseraUnavailable } from './errors.ts';
import { Refresher } from './refresh.ts';
import { createService } from './service.ts';
import { ServiceHealth } from './service-health.ts';
import { countEvents } from './telemetry.ts';
import { createTracker } from './tracking/tracker.ts';
import type { CatalogueNames, Tessera, TesseraOptions } from './types.ts';
import { readUsage } from './usage.ts';
import { createWebhookHandler } from './webhook.ts';

/** A client of the service. Nothing is requested before the first call. */
export function createTessera<
  C extends object = CatalogueNames,
  P extends keyof C & string = keyof C & string,
>(options: TesseraOptions<P>): Tessera<C, P> {
  const settings = readSettings(options);
  const { product, store, journal, onDrop, now = Date.now } = options;
  const emitter = new Emitter();
  if (options.meter) countEvents(emitter, options.meter);
  const closing = new AbortController();
  const { signal } = closing;
  const service = createService(options, emitter);
  const clock = createClock(now);
  const coverage = new Coverage();
  const health = new ServiceHealth(clock, settings.freshFor);
  const limits = new CatalogueLimits(service, signal);
  const batch = new BatchReader({ service, clock, coverage, signal });
  const common = { service, emitter, clock, coverage, health, settings, signal };
  const entitlements = new Entitlements({ ...common, batch, limits, store });
  const eligibility = new EligibilityDecisions(common);
  const { pollInterval } = settings;
  const mode = options.refresh ?? 'stream';
  const refresher = new Refresher({ ...common, entitlements, eligibility, mode, pollInterval });
  const tracker = createTracker({ service, emitter, product, journal, onDrop, now });
  let closed: Promise<void> | undefined;

  const client: Tessera = {
    entitlement(tenantId, called) {
      refresher.start();
      return entitlements.get(tenantId, called?.product ?? product);
    },
    eligible(tenantId, { product: called = product, ...query }) {
      refresher.start();
      return eligibility.get(tenantId, called, query);
    },
    usage: (tenantId, called) => readUsage(service, tenantId, called?.product ?? product, signal),
    track: tracker.track,
    flush: tracker.flush,
    close() {
      closed ??= tracker.close().then(() => {
        closing.abort(new TesseraUnavailable('The client is closed'));
        return store?.close();
      });
      return closed;
    },
    on: (name, listener) => emitter.on(name, listener),
    webhook: (secrets) =>
      createWebhookHandler(secrets, ({ data: { tenantId, product, version } }) => {
        if (tenantId === undefined || product === undefined || version === undefined) return;
        eligibility.tenantChanged(tenantId);
        entitlements.announce(tenantId, product.slug, version);
      }),
  };
  // The names of a catalogue are a matter of types.
  return client as unknown as Tessera<C, P>;
}

function readSettings(options: TesseraOptions): FreshnessSettings & { readonly pollInterval: number } {
  const { product, refresh = 'stream', afterGrace = 'deny', cacheSize = 10_000 } = options;
  if (typeof product !== 'string' || product === '') {
    throw new TesseraConfigurationError('product is missing: give the slug of your product.');
  }
  if (!['stream', 'poll'].includes(refresh)) {
    throw new TesseraConfigurationError(`refresh is ${JSON.stringify(refresh)}: use 'stream' or 'poll'.`);
  }
  if (!['deny', 'lastKnown'].includes(afterGrace)) {
    throw new TesseraConfigurationError(
      `afterGrace is ${JSON.stringify(afterGrace)}: use 'deny' or 'lastKnown'.`,
    );
  }
  if (!Number.isSafeInteger(cacheSize) || cacheSize < 1) {
    throw new TesseraConfigurationError(`cacheSize is ${cacheSize}: use a number of tenants, such as 10000.`);
  }
  const pollInterval = milliseconds('pollInterval', options.pollInterval ?? '30s');
  if (pollInterval < 1_000) {
    throw new TesseraConfigurationError('pollInterval is too short: use at least 1s.');
  }
  const grace = milliseconds('grace', options.grace ?? '72h');
  // Twice the interval, so that a poll confirms an answer before it is too old.
  return { grace, afterGrace, cacheSize, pollInterval, freshFor: 2 * pollInterval };
}
