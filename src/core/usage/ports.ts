import type { MarketplaceConnection, MarketplaceFailure } from '../marketplace/ports.ts';

/** The usage of one subscription and dimension in one hour. */
export interface UsageEvent {
  /** The marketplace's id of the subscription. */
  readonly resourceId: string;
  readonly planId: string;
  readonly dimension: string;
  readonly hour: Date;
  /** Exact decimal text: `12.5`. */
  readonly quantity: string;
  /** The buyer's account number, where the marketplace asks for it. */
  readonly account?: string;
  /** The marketplace may have received an earlier attempt, of the same quantity. */
  readonly isRepeated?: boolean;
}

export type UsageEventOutcome =
  | { readonly outcome: 'accepted'; readonly usageEventId: string | null }
  /**
   * The hour was accepted before; the quantity is null if the marketplace omits it, and `another` if it is known to be not
   * ours.
   */
  | { readonly outcome: 'duplicate'; readonly acceptedQuantity: string | 'another' | null }
  | { readonly outcome: 'expired'; readonly reason: string }
  | { readonly outcome: 'rejected'; readonly status: string; readonly reason: string }
  /** No result or a transient one: retry unchanged. */
  | { readonly outcome: 'undecided'; readonly reason: string };

export type BatchResponse =
  /** One outcome per event, in the order of the request. */
  | { readonly outcome: 'answered'; readonly items: readonly UsageEventOutcome[] }
  /** The marketplace rejected the whole batch because of its content; a single event may be the cause. */
  | { readonly outcome: 'refused'; readonly status: string; readonly reason: string }
  | ({ readonly outcome: 'undecided' } & MarketplaceFailure);

/** The marketplace's usage of a resource and dimension on a day. */
export interface MarketplaceUsage {
  /** The UTC day: `2026-11-15`. */
  readonly day: string;
  readonly resourceId: string;
  readonly planId: string;
  readonly dimension: string;
  readonly submittedQuantity: string;
  /** Null if the marketplace omits it. */
  readonly processedQuantity: string | null;
  readonly reconciliationStatus: string;
}

export type MarketplaceUsageResponse =
  | { readonly outcome: 'read'; readonly rows: readonly MarketplaceUsage[] }
  | ({ readonly outcome: 'unavailable' } & MarketplaceFailure);

/** The marketplace's metering service, which bills usage. */
export interface MeteringService<Connection = MarketplaceConnection> {
  /** At most 25 events. */
  sendBatch(connection: Connection, events: readonly UsageEvent[]): Promise<BatchResponse>;
  /** Whole days, the first and the last included. */
  readUsage(connection: Connection, from: Date, to: Date): Promise<MarketplaceUsageResponse>;
}

/** Gauges of the workers, for `/metrics`. */
export interface WorkMeasurements {
  /** Marketplace connections whose circuit is open. */
  openCircuits(count: number): void;
}
