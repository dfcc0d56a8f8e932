import { createClock } from './clock.ts';
import { Emitter } from './emitter.ts';
import { BatchReader } from './entitlements/entitlement-batch.ts';
import { Coverage } from './entitlements/entitlement-freshness.ts';
import { Entitlements } from './entitlements/entitlements.ts';
import { FreshResponses } from './entitlements/fresh-answers.ts';
import { TesseraUnavailable } from './errors.ts';
import { createService } from './http/service.ts';
import { ServiceClock } from './http/service-clock.ts';
import { ServiceHealth } from './http/service-health.ts';
import { Lazy } from './lazy.ts';
import type { ProductName } from './names.ts';
import { readSettings } from './settings.ts';
import { countEvents } from './telemetry.ts';
import { createTracker } from './tracking/tracker.ts';
import type { SignedOptions, Tessera, TesseraOptions } from './types.ts';
import type { WebhookEvent } from './webhooks/webhook.ts';
import { readKeys } from './webhooks/webhook-keys.ts';

/**
 * Makes a client of the service. Nothing is requested before the first call.
 *
 * @example
 * ```ts
 * import { createTessera } from '@tessera/client';
 *
 * const tessera = createTessera({
 *   url: 'http://127.0.0.1:4000',
 *   product: 'aqueduct',
 *   credential: { apiKey: process.env.TESSERA_API_KEY ?? '' },
 * });
 * const entitlement = await tessera.entitlement('b0000000-0000-4000-8000-000000000001');
 * console.log(entitlement.can('scheduling'), entitlement.limit('pipelines')); // true 25
 * await tessera.close();
 * ```
 */
export function createTessera<Product extends ProductName = ProductName>(
  options: TesseraOptions<Product>,
): Tessera<Product> {
  const settings = readSettings(options);
  const { product, store, journal, logger = console, onDrop, now = Date.now } = options;
  const emitter = new Emitter();
  if (options.meter) countEvents(emitter, options.meter);
  const closing = new AbortController();
  const { signal } = closing;
  // A test's clock is right.
  const serviceClock = new ServiceClock(now, options.now && 0);
  const service = createService(options, emitter, options.now ? undefined : serviceClock);
  const clock = createClock(now);
  const coverage = new Coverage();
  const health = new ServiceHealth(clock, settings.freshFor);
  const batch = new BatchReader({ service, clock, coverage, signal });
  const common = { service, emitter, clock, coverage, health, settings, signal };
  const fresh = new FreshResponses();
  const signed =
    options.signed &&
    new Lazy(async () => {
      const { SignedTokens } = await import('./entitlements/signed-tokens.ts');
      return new SignedTokens({
        ...common,
        options: options.signed as SignedOptions,
        save: (entry) => entitlements.save(entry),
      });
    });
  const entitlements: Entitlements = new Entitlements({
    fresh,
    ...common,
    product,
    usesTimers: !options.now,
    batch,
    store,
    signed,
  });
  const eligibility = new Lazy(async () => {
    const { EligibilityDecisions } = await import('./entitlements/eligibility.ts');
    return new EligibilityDecisions(common);
  });
  const onChange = (tenantId?: string) => eligibility.loaded?.changed(tenantId);
  const refresher = new Lazy(async () => {
    const { Refresher } = await import('./entitlements/refresh.ts');
    const { refresh: mode = 'stream' } = options;
    const { pollInterval } = settings;
    return new Refresher({ ...common, entitlements, onChange, mode, pollInterval });
  });
  const tracker = createTracker({ service, clock: serviceClock, emitter, logger, product, journal, onDrop });
  const reservations = new Lazy(async () => {
    const { Reservations } = await import('./reservations/reservations.ts');
    return new Reservations({ ...common, serviceClock, tracker, product, failOpen: settings.failOpen });
  });
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    if (reservations.loaded) await reservations.loaded.close();
    await tracker.close();
    closing.abort(new TesseraUnavailable('The client is closed'));
    await store?.close();
  };

  const client: Tessera = {
    product,
    entitlement(tenantId, called) {
      const answer = called === undefined ? fresh.get(tenantId) : undefined;
      if (answer !== undefined) return answer;
      refresher.get();
      return entitlements.get(tenantId, called?.product ?? product);
    },
    async eligible(tenantId, { product: called = product, ...query }) {
      refresher.get();
      return (await eligibility.get()).get(tenantId, called, query);
    },
    async usage(tenantId, called) {
      const { readUsage } = await import('./entitlements/usage.ts');
      return readUsage(service, tenantId, called?.product ?? product, signal);
    },
    reserve(tenantId, dimension, quantity = 1, called) {
      const { loaded } = reservations;
      if (loaded) return loaded.reserve(tenantId, dimension, quantity, called);
      return reservations.get().then((all) => all.reserve(tenantId, dimension, quantity, called));
    },
    track: tracker.track,
    async flush() {
      await reservations.loaded?.flush();
      return tracker.flush();
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
    on(name, listener) {
      if (name === 'hit') entitlements.countHits();
      return emitter.on(name, listener);
    },
    webhook(secrets) {
      const keys = readKeys(secrets);
      const onEvent = ({ data: { tenantId, product, version } }: WebhookEvent) => {
        if (tenantId === undefined || product === undefined || version === undefined) return;
        onChange(tenantId);
        entitlements.announce(tenantId, product.slug, version);
      };
      return async (request) => (await import('./webhooks/webhook.ts')).handleWebhook(request, keys, onEvent);
    },
  };
  // The names of a catalogue are a matter of types.
  return client as Tessera<Product>;
}
