import type { Credential } from './credential.ts';
import type { NamesOf, ProductName } from './names.ts';

export type AccessLevel = 'Full' | 'ReadOnly' | 'None';

/** The service's response to `GET /api/v1/entitlements/{tenantId}`. */
export interface EntitlementDocument {
  readonly tenantId: string;
  readonly product: { readonly slug: string; readonly name: string };
  readonly status: 'Pending' | 'Active' | 'Suspended' | 'Cancelled' | 'Expired' | 'None';
  readonly accessLevel: AccessLevel;
  readonly plans: readonly { readonly slug: string; readonly name: string }[];
  readonly plan: { readonly slug: string; readonly name: string } | null;
  readonly edition: { readonly slug: string; readonly name: string; readonly rank: number } | null;
  readonly licenceModel: 'TenantWide' | 'Seats' | 'IdpManaged' | null;
  readonly licenceOutcome: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly quantity: number | null;
  readonly validUntil: string | null;
  readonly isTrial: boolean;
  readonly trialEndsAt: string | null;
  readonly cancelledAt: string | null;
  readonly sources: readonly string[];
  readonly marketplace: { readonly sourceName: string; readonly offerId: string } | null;
  readonly version: number;
  readonly evaluatedAt: string;
}

/** What a tenant holds of a product. */
export interface Entitlement<Capability extends string = string, Limit extends string = string> {
  /** Whether a plan in force turns the capability on, and access is not `None`. */
  can(capability: Capability): boolean;
  /** The highest value over the plans in force; undefined if none has it. Needs the scope `catalogue:read`. */
  limit(name: Limit): number | undefined;
  readonly accessLevel: AccessLevel;
  readonly edition: EntitlementDocument['edition'];
  /** True if the service could not be asked whether this is still current. */
  readonly stale: boolean;
  /** When the service last confirmed this entitlement. */
  readonly asOf: Date;
  /** The service's response; undefined if the grace period has ended and `afterGrace` is `deny`. */
  readonly raw: EntitlementDocument | undefined;
}

export interface EligibilityQuery<Plan extends string = string> {
  readonly userObjectId?: string;
  readonly email?: string;
  readonly plan?: Plan;
}

export interface Eligibility {
  readonly isEligible: boolean;
  /** The service's reason, such as `SeatAssigned`. `Unavailable` after the grace period. */
  readonly reason: string;
  readonly stale: boolean;
}

/** A dimension's present period. */
export interface DimensionUsage {
  readonly used: number;
  readonly included: number | null;
  readonly remaining: number | null;
  readonly overage: number;
  readonly pending: number;
  readonly reported: number;
  readonly accepted: number;
  readonly name: string;
  readonly unit: string;
  readonly plan: string;
  readonly subscriptionId: string;
  readonly period: { readonly start: string; readonly end: string | null };
}

export interface TrackOptions {
  /** Made once if it is absent. The same id counts once, so use the id of your own job to be safe against repeats. */
  readonly id?: string;
  /** Who makes your ids: an id counts once for each source. The API client if it is absent. */
  readonly source?: string;
  readonly occurredAt?: Date;
  readonly plan?: string;
  readonly subscriptionId?: string;
  /** For dimensions that count unique keys. */
  readonly uniqueKey?: string;
}

/** A usage event as it is sent. */
export interface UsageEvent {
  readonly id: string;
  readonly tenantId: string;
  readonly product: string;
  readonly dimension: string;
  readonly quantity?: number;
  readonly occurredAt: string;
  readonly plan?: string;
  readonly subscriptionId?: string;
  readonly uniqueKey?: string;
  readonly source?: string;
  /** Names the client that made the time before its clock was compared with the service's, which ignores this member. */
  readonly clock?: string;
}

/** A cached entitlement with what is needed to revalidate it. Times are milliseconds since 1970. */
export interface StoredEntitlement {
  readonly tenantId: string;
  readonly product: string;
  readonly etag: string;
  readonly confirmedAt: number;
  readonly document: EntitlementDocument;
  /** The highest value of each limit over the plans in force, if the catalogue could be read. */
  readonly limits?: Readonly<Record<string, number>>;
}

/** Where entitlements outlive the process. A store never throws: what it cannot read or write it leaves out. */
export interface Store {
  load(): Promise<readonly StoredEntitlement[]>;
  /** Keeps the newest for each tenant and product. */
  save(entries: readonly StoredEntitlement[]): void;
  /** Forgets them. */
  remove(keys: readonly { readonly tenantId: string; readonly product: string }[]): void;
  close(): Promise<void>;
}

/** Where tracked events outlive the process, until the service has answered them. */
export interface Journal {
  /** Resolves when the event is on disk. */
  append(event: UsageEvent): Promise<void>;
  /** The oldest events that no process has in hand, at most `count`; they stay in the journal until `settle`. */
  take(count: number): Promise<readonly UsageEvent[]>;
  /** The service has answered these events: they are never sent again. */
  settle(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** What became of tracked events since the last `flush()`. */
export interface FlushResult {
  /** The service has counted them, now or before. */
  readonly sent: number;
  /** The service will never take them. */
  readonly refused: number;
  /** Given up without an answer of the service. */
  readonly dropped: number;
}

/** Where warnings go, such as `console`. */
export interface Logger {
  warn(message: string): void;
}

export type DropReason = 'buffer_full' | 'refused' | 'closed' | 'invalid';

/** The events of a client by name. The last five are counters: one event for each occurrence. */
export interface TesseraEvents {
  changed: { readonly tenantId: string; readonly product: string; readonly version: number };
  catalogue: { readonly product: string };
  connected: { readonly via: 'stream' | 'poll' };
  disconnected: { readonly error: unknown };
  refused: {
    readonly event: UsageEvent;
    readonly code: string;
    readonly status: number;
    /** The facts of the refusal, such as the dimensions that the plan has. */
    readonly args: Readonly<Record<string, unknown>>;
  };
  error: { readonly error: unknown };
  hit: { readonly tenantId: string };
  miss: { readonly tenantId: string };
  stale: { readonly tenantId: string };
  retry: { readonly attempt: number; readonly error: unknown };
  dropped: { readonly event: UsageEvent; readonly reason: DropReason };
}

/** A span of time: milliseconds, or a number with `ms`, `s`, `m`, `h` or `d`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

export interface TesseraOptions<Product extends ProductName = ProductName> {
  readonly url: string;
  /** The product that calls mean unless they name another. */
  readonly product: Product;
  readonly credential: Credential;
  /** How cached entitlements stay current: `stream` if it is absent. */
  readonly refresh?: 'stream' | 'poll';
  /** 30 seconds if it is absent. */
  readonly pollInterval?: Duration;
  /** How long the last known answer is given while the service cannot be reached: 72 hours if it is absent. */
  readonly grace?: Duration;
  readonly afterGrace?: 'deny' | 'lastKnown';
  /** Tenants in memory: 10,000 if it is absent. */
  readonly cacheSize?: number;
  /** Time limit of one request: 2 seconds if it is absent. */
  readonly timeout?: Duration;
  readonly store?: Store;
  readonly journal?: Journal;
  /** Told once of each kind of usage that is refused or lost: `console` if it is absent. */
  readonly logger?: Logger;
  /** Called for each tracked event that is given up. */
  readonly onDrop?: (event: UsageEvent, reason: DropReason) => void;
  /** An OpenTelemetry meter: counts the last five events. */
  readonly meter?: TelemetryMeter;
  readonly fetch?: typeof fetch;
  /** For tests: milliseconds since 1970. */
  readonly now?: () => number;
}

/** The part of OpenTelemetry's `Meter` that is used. */
export interface TelemetryMeter {
  createCounter(
    name: string,
    options?: { readonly description?: string; readonly unit?: string },
  ): { add(value: number, attributes?: Record<string, string>): void };
}

/** A client of the service. `Product` is the one that calls mean unless they name another. */
export interface Tessera<Product extends ProductName = ProductName> {
  readonly product: Product;
  /** From memory if it is cached. Within the grace period it never throws for a tenant that was read before. */
  entitlement<Named extends ProductName = Product>(
    tenantId: string,
    options?: { readonly product?: Named },
  ): Promise<Entitlement<NamesOf<Named, 'capabilities'>, NamesOf<Named, 'limits'>>>;
  eligible<Named extends ProductName = Product>(
    tenantId: string,
    query: EligibilityQuery<NamesOf<Named, 'plans'>> & { readonly product?: Named },
  ): Promise<Eligibility>;
  usage<Named extends ProductName = Product>(
    tenantId: string,
    options?: { readonly product?: Named },
  ): Promise<Partial<Record<NamesOf<Named, 'dimensions'>, DimensionUsage>>>;
  /**
   * Never waits for the service. With a journal it resolves when the event is on disk, otherwise at once. Wrong usage, such as a
   * negative quantity, is thrown unless NODE_ENV is `production`.
   */
  track<Named extends ProductName = Product>(
    tenantId: string,
    dimension: NamesOf<Named, 'dimensions'>,
    quantity?: number,
    options?: TrackOptions & { readonly product?: Named },
  ): Promise<void>;
  /** Sends what is buffered. Resolves when it is answered, or rejects with `TesseraUnavailable`. */
  flush(): Promise<FlushResult>;
  /** Sends what is buffered within 5 seconds, then stops the stream, timers, store and journal. */
  close(): Promise<void>;
  on<Name extends keyof TesseraEvents>(
    name: Name,
    listener: (event: TesseraEvents[Name]) => void,
  ): () => void;
  /** A `fetch`-style handler that verifies a webhook and revalidates the tenant's entitlement. */
  webhook(secrets: string | readonly string[]): (request: Request) => Promise<Response>;
}
