import { milliseconds } from './duration.ts';
import { Emitter } from './emitter.ts';
import { EntitlementView } from './entitlements/entitlement-view.ts';
import { TesseraRefused, TesseraUnavailable } from './errors.ts';
import type { NamesOf, ProductName } from './names.ts';
import { refusedFor } from './reservations/reservation-api.ts';
import { FakeClock } from './testing/clock.ts';
import { eligibilityOf } from './testing/eligibility.ts';
import { documentOf, type FakeHolding, nothing, type PlansByProduct } from './testing/holding.ts';
import { FakeReservations } from './testing/reservations.ts';
import { TrackedUsage } from './testing/tracked.ts';
import { roundQuantity } from './tracking/quantity.ts';
import type {
  DimensionUsage,
  Eligibility,
  EligibilityQuery,
  Entitlement,
  FlushResult,
  Reservation,
  ReserveOptions,
  Tessera,
  TesseraEvents,
  TrackOptions,
  UsageEvent,
} from './types.ts';
import { createWebhookHandler } from './webhooks/webhook.ts';

export { FakeClock } from './testing/clock.ts';
export type { FakeHolding, FakeUsage, PlanContent, PlansByProduct } from './testing/holding.ts';

/** As long as the library's default. */
const grace = milliseconds('grace', '72h');

/**
 * The options of `fakeTessera`.
 *
 * @example
 * ```ts
 * import type { FakeOptions } from '@tessera/client/testing';
 *
 * const options: FakeOptions = { product: 'aqueduct' };
 * ```
 */
export interface FakeOptions<Product extends ProductName = ProductName> {
  /** The product that calls mean unless they name another. */
  readonly product?: Product;
  /** What the plans contain: the `plans` that `tessera types` writes. */
  readonly plans?: PlansByProduct;
  /** Whether reservations are allowed while the test has stopped the service: true if it is absent. */
  readonly failOpen?: boolean;
}

/**
 * A client for tests: answers what the test says, and records what the application tracks. No service, no timers.
 *
 * @example
 * ```ts
 * import { fakeTessera } from '@tessera/client/testing';
 *
 * const fake = fakeTessera();
 * fake.tenant('contoso').has({ capabilities: ['scheduling'], limits: { pipelines: 3 } });
 * const entitlement = await fake.entitlement('contoso');
 * console.log(entitlement.can('scheduling'), entitlement.limit('pipelines')); // true 3
 * ```
 */
export function fakeTessera<Product extends ProductName = ProductName>(
  options: FakeOptions<Product> = {},
): FakeTessera<Product> {
  return new FakeTessera(options);
}

/**
 * The client that `fakeTessera` makes.
 *
 * @example
 * ```ts
 * import { type FakeTessera, fakeTessera } from '@tessera/client/testing';
 *
 * const fake: FakeTessera = fakeTessera().tenant('contoso').has({ capabilities: ['scheduling'] });
 * fake.stopService();
 * console.log((await fake.entitlement('contoso')).stale); // true
 * await fake.track('contoso', 'api-calls', 2);
 * console.log(fake.tracked().length); // 1
 * ```
 */
export class FakeTessera<Product extends ProductName = ProductName> implements Tessera<Product> {
  readonly product: Product;
  readonly clock = new FakeClock();
  readonly #emitter = new Emitter();
  readonly #plans: PlansByProduct;
  readonly #holdings = new Map<string, { readonly holding: FakeHolding; readonly version: number }>();
  readonly #read = new Set<string>();
  readonly #tracked = new TrackedUsage();
  readonly #reservations = new FakeReservations(() => this.clock.now().getTime());
  readonly #failOpen: boolean;
  #stoppedAt: Date | undefined;

  constructor({ product, plans = {}, failOpen = true }: FakeOptions<Product>) {
    this.#failOpen = failOpen;
    this.product = product ?? ('product' as Product);
    this.#plans = plans;
  }

  /** Says what a tenant holds: `fake.tenant(id).has({ plan: 'standard-monthly' })`. */
  tenant<Named extends ProductName = Product>(
    tenantId: string,
    options: { readonly product?: Named } = {},
  ): FakeTenant<Named, FakeTessera<Product>> {
    const product = options.product ?? this.product;
    const key = keyOf(tenantId, product);
    const set = (holding: FakeHolding) => {
      const version = (this.#holdings.get(key)?.version ?? 0) + 1;
      this.#holdings.set(key, { holding, version });
      this.#emitter.emit('changed', { tenantId, product, version });
      return this;
    };
    return {
      has: (holding) => set(holding as FakeHolding),
      hasNothing: () => set(nothing),
    };
  }

  /** What the application tracked, oldest first. */
  tracked(): readonly UsageEvent[] {
    return this.#tracked.events();
  }

  /** From now on the service cannot be reached. Answers for tenants that the test set up are stale for 72 hours. */
  stopService(): void {
    if (this.#stoppedAt !== undefined) return;
    this.#stoppedAt = this.clock.now();
    this.#emitter.emit('disconnected', { error: new TesseraUnavailable('The test stopped the service') });
  }

  /** The service can be reached again. */
  startService(): void {
    if (this.#stoppedAt === undefined) return;
    this.#stoppedAt = undefined;
    this.#emitter.emit('connected', { via: 'stream' });
  }

  async entitlement<Named extends ProductName = Product>(
    tenantId: string,
    options: { readonly product?: Named } = {},
  ): Promise<Entitlement<NamesOf<Named, 'capabilities'>, NamesOf<Named, 'limits'>>> {
    const product = options.product ?? this.product;
    const key = keyOf(tenantId, product);
    this.#emitter.emit(this.#read.has(key) ? 'hit' : 'miss', { tenantId });
    const { document, stale } = this.#answer(tenantId, product);
    this.#read.add(key);
    if (stale) this.#emitter.emit('stale', { tenantId });
    return new EntitlementView(document, this.#stoppedAt ?? this.clock.now(), stale);
  }

  async eligible<Named extends ProductName = Product>(
    tenantId: string,
    query: EligibilityQuery<NamesOf<Named, 'plans'>> & { readonly product?: Named },
  ): Promise<Eligibility> {
    const product = query.product ?? this.product;
    const { document, holding, stale } = this.#answer(tenantId, product);
    if (document === undefined) return { isEligible: false, reason: 'Unavailable', stale };
    return { ...eligibilityOf(document, holding, query), stale };
  }

  /** What the test said was used, and what was tracked since. */
  async usage<Named extends ProductName = Product>(
    tenantId: string,
    options: { readonly product?: Named } = {},
  ): Promise<Partial<Record<NamesOf<Named, 'dimensions'>, DimensionUsage>>> {
    const product = options.product ?? this.product;
    const { holding } = this.#answer(tenantId, product);
    return this.#tracked.usage({ tenantId, product }, holding) as Partial<
      Record<NamesOf<Named, 'dimensions'>, DimensionUsage>
    >;
  }

  /** Granted up to the `limit` that the test sets; what is committed is tracked. */
  async reserve<Named extends ProductName = Product>(
    tenantId: string,
    dimension: NamesOf<Named, 'dimensions'>,
    quantity = 1,
    options: ReserveOptions & { readonly product?: Named } = {},
  ): Promise<Reservation> {
    const product = options.product ?? this.product;
    const { ttl = '60s', plan, subscriptionId } = options;
    const rest = {
      ...(plan !== undefined && { plan }),
      ...(subscriptionId !== undefined && { subscriptionId }),
    };
    const request = {
      key: `${keyOf(tenantId, product)} ${dimension}`,
      quantity: roundQuantity(quantity),
      ttl: milliseconds('ttl', ttl),
      commit: (used: number) => this.track(tenantId, dimension, used, { ...rest, product: product as Named }),
    };
    const now = this.clock.now().getTime();
    if (this.#stoppedAt !== undefined) {
      this.#emitter.emit('stale', { tenantId });
      return this.#failOpen ? this.#reservations.failOpen(request) : refusedFor('Unavailable', {}, now);
    }
    const { document, holding } = this.#answer(tenantId, product);
    if (document === undefined || document.accessLevel === 'None') {
      throw new TesseraRefused({ status: 404, code: 'metering.subscription_not_found' });
    }
    const { limit, setBy = 'Plan', resetsAt = null } = holding.usage?.[dimension] ?? {};
    const used = this.#tracked.used({ tenantId, product }, dimension, holding);
    return this.#reservations.reserve(request, { limit, setBy, resetsAt, used });
  }

  async track<Named extends ProductName = Product>(
    tenantId: string,
    dimension: NamesOf<Named, 'dimensions'>,
    quantity?: number,
    options: TrackOptions & { readonly product?: Named } = {},
  ): Promise<void> {
    const { product = this.product, occurredAt = this.clock.now(), ...rest } = options;
    this.#tracked.add({ tenantId, product }, dimension, quantity, { occurredAt, ...rest });
  }

  async flush(): Promise<FlushResult> {
    if (this.#stoppedAt !== undefined) throw new TesseraUnavailable('The test stopped the service');
    return { sent: this.#tracked.flush(), refused: 0, dropped: 0 };
  }

  async close(): Promise<void> {}

  on<Name extends keyof TesseraEvents>(
    name: Name,
    listener: (event: TesseraEvents[Name]) => void,
  ): () => void {
    return this.#emitter.on(name, listener);
  }

  /** Verifies requests as the client does. */
  webhook(secrets: string | readonly string[]): (request: Request) => Promise<Response> {
    return createWebhookHandler(secrets, () => {});
  }

  /** What is known of a tenant. Without a document if the grace period has ended. */
  #answer(tenantId: string, product: string) {
    const found = this.#holdings.get(keyOf(tenantId, product));
    const now = this.clock.now();
    if (this.#stoppedAt !== undefined && found === undefined) {
      throw new TesseraUnavailable(`The service cannot be reached, and nothing is known of ${tenantId}`);
    }
    const { holding = nothing, version = 0 } = found ?? {};
    const plan = this.#plans[product]?.[holding.plan ?? ''];
    const isOver = this.#stoppedAt !== undefined && now.getTime() - this.#stoppedAt.getTime() > grace;
    return {
      holding,
      document: isOver ? undefined : documentOf({ tenantId, product, version, holding, plan, now }),
      stale: this.#stoppedAt !== undefined,
    };
  }
}

interface FakeTenant<Named extends ProductName, Client> {
  /** Replaces what the tenant held before. */
  has(
    holding: FakeHolding<
      NamesOf<Named, 'capabilities'>,
      NamesOf<Named, 'limits'>,
      NamesOf<Named, 'dimensions'>,
      NamesOf<Named, 'plans'>
    >,
  ): Client;
  /** The tenant has bought nothing. */
  hasNothing(): Client;
}

const keyOf = (tenantId: string, product: string) => `${product} ${tenantId}`;
