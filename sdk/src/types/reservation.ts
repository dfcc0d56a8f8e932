import type { Duration } from './options.ts';
import type { LimitSetter } from './usage.ts';

/**
 * How `reserve` finds the limits of a reservation, and how long it holds.
 *
 * @example
 * ```ts
 * import type { ReserveOptions } from '@tessera/client';
 *
 * const options: ReserveOptions = { subject: 'agent-7', ttl: '10m' };
 * const reservation = await tessera.reserve(tenantId, 'api-calls', 5, options);
 * ```
 */
export interface ReserveOptions {
  /** The user, team or agent whose own limit counts, too: 1 to 128 characters. */
  readonly subject?: string;
  /** How long it holds unless it is committed or released: 60 seconds if it is absent, at most 24 hours. */
  readonly ttl?: Duration;
  /** The slug of a plan, if several subscriptions of the tenant have the dimension. */
  readonly plan?: string;
  /** Chooses between several subscriptions of the tenant that have the dimension. */
  readonly subscriptionId?: string;
}

/**
 * What `reserve` answers: granted, or refused because of a limit. Check `isGranted` first.
 *
 * @example
 * ```ts
 * const reservation = await tessera.reserve(tenantId, 'api-calls', 5);
 * if (reservation.isGranted) await reservation.commit(3);
 * else console.log(reservation.limit, reservation.setBy); // 100 Customer
 * ```
 */
export type Reservation = GrantedReservation | RefusedReservation;

/**
 * A quantity that is held for the caller until it is committed, released, or its time is over.
 *
 * @example
 * ```ts
 * import type { GrantedReservation } from '@tessera/client';
 *
 * async function generate(reserved: GrantedReservation): Promise<void> {
 *   try {
 *     const tokensInThousands = 1.2; // What the work has really used.
 *     await reserved.commit(tokensInThousands);
 *   } finally {
 *     await reserved.release(); // Does nothing after the commit.
 *   }
 * }
 * ```
 */
export interface GrantedReservation {
  readonly isGranted: true;
  /**
   * What is left of the limit beside this reservation, as far as the process knows; null without a limit, or if the service
   * could not be asked.
   */
  readonly remaining: number | null;
  /** When it lapses. */
  readonly expiresAt: Date;
  /** True if the service could not be asked, and `failOpen` allows it. What is committed is sent as a usage event later. */
  readonly failedOpen: boolean;
  /**
   * Counts the quantity as used, all of it if `quantity` is absent, and frees the rest. Counts once, however often it is
   * called. More than was reserved rejects with `metering.reservation_exceeded`. What was used is never lost by it: a
   * reservation that has lapsed, or that the service cannot take, is counted by a usage event.
   */
  commit(quantity?: number): Promise<void>;
  /** Frees all of it. Does nothing after a commit. */
  release(): Promise<void>;
}

/**
 * A reservation that was not granted, and why. Members that are not known are null.
 *
 * @example
 * ```ts
 * import type { RefusedReservation } from '@tessera/client';
 *
 * const inWords = ({ used, limit, resetsAt }: RefusedReservation) =>
 *   `${used} of ${limit} used. More from ${resetsAt?.toISOString()}.`;
 * ```
 */
export interface RefusedReservation {
  readonly isGranted: false;
  /**
   * `LimitReached`; `QuantityOverLimit` if the quantity is above the limit itself, so that waiting is of no use; `Unavailable`
   * if the service could not be asked and `failOpen` is false.
   */
  readonly reason: 'LimitReached' | 'QuantityOverLimit' | 'Unavailable';
  readonly limit: number | null;
  readonly used: number | null;
  /** Held by reservations that are not committed yet. */
  readonly reserved: number | null;
  readonly remaining: number | null;
  /** When the period of the limit ends. */
  readonly resetsAt: Date | null;
  /** Seconds until `resetsAt`, by the clock of the service. */
  readonly retryAfter: number | null;
  readonly setBy: LimitSetter | null;
}
