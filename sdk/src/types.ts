import type { NamesOf, ProductName } from './names.ts';
import type { AccessLevel, EntitlementDocument } from './types/document.ts';
import type { Reservation, ReserveOptions } from './types/reservation.ts';
import type { DimensionUsage, DropReason, FlushResult, TrackOptions, UsageEvent } from './types/usage.ts';

export type * from './types/document.ts';
export type * from './types/options.ts';
export type * from './types/reservation.ts';
export type * from './types/usage.ts';

/**
 * What a tenant holds of a product.
 *
 * @example
 * ```ts
 * import type { Entitlement } from '@tessera/client';
 *
 * const mayChangeSchedules = (entitlement: Entitlement) =>
 *   entitlement.accessLevel === 'Full' && entitlement.can('scheduling');
 * console.log(mayChangeSchedules(await tessera.entitlement(tenantId))); // true
 * ```
 */
export interface Entitlement<Capability extends string = string, Limit extends string = string> {
  /** Whether a plan in force turns the capability on, and access is not `None`. */
  can(capability: Capability): boolean;
  /** The highest value over the plans in force; undefined if none has it. */
  limit(name: Limit): number | undefined;
  readonly accessLevel: AccessLevel;
  /** The highest edition over the plans in force. */
  readonly edition: EntitlementDocument['edition'];
  /** True if the service could not be asked whether this is still current. */
  readonly stale: boolean;
  /** When the service last confirmed this entitlement, or signed it. */
  readonly asOf: Date;
  /** Where it is from: an answer of the `service`, its signed `token` after the grace period, or a `licenceFile`. */
  readonly source: 'service' | 'token' | 'licenceFile';
  /** The service's response; undefined if the grace period has ended and `afterGrace` is `deny`. */
  readonly raw: EntitlementDocument | undefined;
}

/**
 * The user that `eligible` is asked about: by object id or by e-mail address, never both.
 *
 * @example
 * ```ts
 * import type { EligibilityQuery } from '@tessera/client';
 *
 * const query: EligibilityQuery = { email: 'ada@contoso.example', plan: 'standard-monthly' };
 * ```
 */
export interface EligibilityQuery<Plan extends string = string> {
  readonly userObjectId?: string;
  readonly email?: string;
  /** The plan that the user must have; any plan in force if it is absent. */
  readonly plan?: Plan;
}

/**
 * Whether a user may use a product, and why.
 *
 * @example
 * ```ts
 * import type { Eligibility } from '@tessera/client';
 *
 * const messageFor = ({ isEligible, reason }: Eligibility) => (isEligible ? 'Welcome' : `No access: ${reason}`);
 * const eligibility = await tessera.eligible(tenantId, { email: 'ada@contoso.example', plan: 'enterprise-yearly' });
 * console.log(messageFor(eligibility)); // No access: PlanMismatch
 * ```
 */
export interface Eligibility {
  readonly isEligible: boolean;
  /** The service's reason, such as `SeatAssigned`. `Unavailable` after the grace period. */
  readonly reason: string;
  /** True if the service could not be asked whether this is still current. */
  readonly stale: boolean;
}

/**
 * The events of a client by name. The last five are counters: one event for each occurrence.
 *
 * @example
 * ```ts
 * import type { TesseraEvents } from '@tessera/client';
 *
 * const log = ({ tenantId, version }: TesseraEvents['changed']) => console.log(`${tenantId} is at version ${version}`);
 * tessera.on('changed', log);
 * ```
 */
export interface TesseraEvents {
  /** A cached entitlement has changed. */
  changed: { readonly tenantId: string; readonly product: string; readonly version: number };
  /** A product has changed in the catalogue. */
  catalogue: { readonly product: string };
  /** Cached entitlements are kept current. */
  connected: { readonly via: 'stream' | 'poll' };
  /** Cached entitlements are not kept current. */
  disconnected: { readonly error: unknown };
  /** The service refused a tracked event. */
  refused: {
    readonly event: UsageEvent;
    readonly code: string;
    readonly status: number;
    /** The facts of the refusal, such as the dimensions that the plan has. */
    readonly args: Readonly<Record<string, unknown>>;
  };
  /** Background work failed: a refresh, a listener, the store or the journal. The same error once a minute. */
  error: { readonly error: unknown };
  /** An answer from memory. */
  hit: { readonly tenantId: string };
  /** An answer that had to be read from the service. */
  miss: { readonly tenantId: string };
  /** An answer that could not be confirmed. */
  stale: { readonly tenantId: string };
  /** A request is repeated. */
  retry: { readonly attempt: number; readonly error: unknown };
  /** A tracked event was given up. */
  dropped: { readonly event: UsageEvent; readonly reason: DropReason };
}

/**
 * A client of the service. `Product` is the one that calls mean unless they name another.
 *
 * @example
 * ```ts
 * import type { Tessera } from '@tessera/client';
 *
 * // Takes the real client, and `fakeTessera()` in a test.
 * async function startPipeline(tessera: Tessera, tenantId: string): Promise<string> {
 *   const entitlement = await tessera.entitlement(tenantId);
 *   return entitlement.can('private-links') ? 'Started on a private link' : 'Started';
 * }
 * ```
 */
export interface Tessera<Product extends ProductName = ProductName> {
  /** The product of the options. */
  readonly product: Product;
  /**
   * What the tenant holds. From memory if it is cached. Within the grace period it never throws for a tenant that was read
   * before.
   *
   * @example
   * ```ts
   * const entitlement = await tessera.entitlement(tenantId);
   * console.log(entitlement.can('scheduling'), entitlement.limit('pipelines'), entitlement.stale); // true 25 false
   * ```
   */
  entitlement<Named extends ProductName = Product>(
    tenantId: string,
    options?: { readonly product?: Named },
  ): Promise<Entitlement<NamesOf<Named, 'capabilities'>, NamesOf<Named, 'limits'>>>;
  /**
   * Whether a user may use the product: by a seat, a licence, or a plan that covers the tenant.
   *
   * @example
   * ```ts
   * const { isEligible, reason } = await tessera.eligible(tenantId, { email: 'ada@contoso.example' });
   * console.log(isEligible, reason); // true TenantWideEntitlement
   * ```
   */
  eligible<Named extends ProductName = Product>(
    tenantId: string,
    query: EligibilityQuery<NamesOf<Named, 'plans'>> & { readonly product?: Named },
  ): Promise<Eligibility>;
  /**
   * The present period of each dimension, never from memory. If several subscriptions have a dimension, the first one's.
   *
   * @example
   * ```ts
   * const { 'api-calls': calls } = await tessera.usage(tenantId);
   * console.log(calls?.used, calls?.remaining); // 99 1
   * ```
   */
  usage<Named extends ProductName = Product>(
    tenantId: string,
    options?: { readonly product?: Named },
  ): Promise<Partial<Record<NamesOf<Named, 'dimensions'>, DimensionUsage>>>;
  /**
   * Counts usage: 1 if `quantity` is absent. Never waits for the service. With a journal it resolves when the event is on
   * disk, otherwise at once. Wrong usage, such as a negative quantity, is thrown unless NODE_ENV is `production`.
   *
   * @example
   * ```ts
   * await tessera.track(tenantId, 'api-calls', 0.001, { id: 'request-4711' });
   * ```
   */
  track<Named extends ProductName = Product>(
    tenantId: string,
    dimension: NamesOf<Named, 'dimensions'>,
    quantity?: number,
    options?: TrackOptions & { readonly product?: Named },
  ): Promise<void>;
  /**
   * Reserves a quantity of a dimension, if its limits have room for it: those of the plan, of the partner and of the customer. Commit
   * what was used, and release the rest. Never more is granted than a limit, by all processes together.
   *
   * While much is left, it is taken from a block that is leased to this process, without a request: a hundredth of what remains, rounded
   * down, to whole units if no fraction was reserved. The block is replaced about once a second, and what was committed is sent then
   * as one usage event. While less than a thousand times the quantity remains, and with a `ttl` of more than a minute, each reservation
   * is a request. Call `close()` to return the block; that of a killed process is free again after a minute.
   *
   * @example
   * ```ts
   * const reservation = await tessera.reserve(tenantId, 'api-calls', 5, { subject: 'agent-7' });
   * if (!reservation.isGranted) throw new Error(`The limit of ${reservation.limit} is reached`);
   * await reservation.commit(3); // The other 2 are free again.
   * ```
   */
  reserve<Named extends ProductName = Product>(
    tenantId: string,
    dimension: NamesOf<Named, 'dimensions'>,
    quantity?: number,
    options?: ReserveOptions & { readonly product?: Named },
  ): Promise<Reservation>;
  /**
   * Sends what is buffered or committed. Resolves when it is answered, or rejects with `TesseraUnavailable`.
   *
   * @example
   * ```ts
   * await tessera.track(tenantId, 'api-calls');
   * console.log(await tessera.flush()); // { sent: 1, refused: 0, dropped: 0 }
   * ```
   */
  flush(): Promise<FlushResult>;
  /**
   * Returns leased blocks within 2 seconds and sends what is buffered within 5, then stops the stream, timers, store and journal.
   *
   * @example
   * ```ts
   * process.once('SIGTERM', () => void tessera.close());
   * ```
   */
  close(): Promise<void>;
  /**
   * Adds a listener, and returns a function that removes it.
   *
   * @example
   * ```ts
   * const remove = tessera.on('disconnected', ({ error }) => console.warn('Tessera cannot be reached', error));
   * remove();
   * ```
   */
  on<Name extends keyof TesseraEvents>(
    name: Name,
    listener: (event: TesseraEvents[Name]) => void,
  ): () => void;
  /**
   * A `fetch`-style handler that verifies a webhook and revalidates the tenant's entitlement. It answers 204, or 400 or 401
   * with the reason. Give both secrets while you change from one to the other.
   *
   * @example
   * ```ts
   * export const POST = tessera.webhook(process.env.WEBHOOK_SECRET ?? '');
   * ```
   */
  webhook(secrets: string | readonly string[]): (request: Request) => Promise<Response>;
}
