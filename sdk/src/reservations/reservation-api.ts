import { TesseraRefused, TesseraUnavailable } from '../errors.ts';
import { readJson, type Service } from '../http/service.ts';
import type { LimitSetter, RefusedReservation } from '../types.ts';
import { millionths } from './block-size.ts';

/** The meter of a reservation. */
export interface Meter {
  readonly tenantId: string;
  readonly product: string;
  readonly dimension: string;
  readonly subject: string | undefined;
  readonly plan: string | undefined;
  readonly subscriptionId: string | undefined;
}

/** Quantities are millionths. */
export interface GrantedByService {
  readonly reservationId: string;
  /** Null: nothing limits the meter. */
  readonly remaining: number | null;
  readonly expiresAt: Date;
}

const path = '/api/v1/usage-reservations';
const headers = { 'content-type': 'application/json' };

/** The reservations of the service's API. */
export class ReservationApi {
  readonly #service: Service;
  readonly #now: () => number;

  /** @param now the time of the service */
  constructor(service: Service, now: () => number) {
    this.#service = service;
    this.#now = now;
  }

  async reserve(
    meter: Meter,
    quantity: number,
    ttlSeconds: number,
    signal: AbortSignal,
  ): Promise<GrantedByService | RefusedReservation> {
    const body = JSON.stringify({ ...meter, quantity, ttlSeconds });
    try {
      const response = await this.#service.request({ method: 'POST', path, body, headers, signal });
      const { reservationId, remaining, expiresAt } = Object(await readJson(response));
      if (typeof reservationId !== 'string' || typeof expiresAt !== 'string') {
        throw new TesseraUnavailable('The response is no reservation');
      }
      return {
        reservationId,
        remaining: remaining === null ? null : unitsOf(remaining),
        expiresAt: new Date(expiresAt),
      };
    } catch (error) {
      const refused = refusedBy(error, this.#now());
      if (refused) return refused;
      throw error;
    }
  }

  async commit(reservationId: string, units: number, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify({ quantity: units / millionths });
    await this.#service.request({
      method: 'POST',
      path: `${path}/${encodeURIComponent(reservationId)}/commit`,
      body,
      headers,
      signal,
    });
  }

  async release(reservationId: string, signal: AbortSignal): Promise<void> {
    const own = `${path}/${encodeURIComponent(reservationId)}`;
    await this.#service.request({ method: 'DELETE', path: own, signal });
  }
}

/** A quantity in millionths. */
export function unitsOf(quantity: number): number {
  return Math.round(quantity * millionths);
}

const reasons: Readonly<Record<string, RefusedReservation['reason']>> = {
  'metering.limit_reached': 'LimitReached',
  'metering.quantity_over_limit': 'QuantityOverLimit',
};

/** Undefined if the error is not about a limit. */
function refusedBy(error: unknown, now: number): RefusedReservation | undefined {
  if (!(error instanceof TesseraRefused)) return undefined;
  const reason = reasons[error.code];
  if (!reason) return undefined;
  const { limit, used, reserved, remaining, resetsAt, setBy } = error.args;
  return refusedFor(
    reason,
    {
      limit: numberOf(limit),
      used: numberOf(used),
      reserved: numberOf(reserved),
      remaining: numberOf(remaining),
      resetsAt: typeof resetsAt === 'string' ? new Date(resetsAt) : null,
      setBy: (setBy as LimitSetter | undefined) ?? null,
    },
    now,
  );
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** @param now the time of the service */
export function refusedFor(
  reason: RefusedReservation['reason'],
  facts: Partial<Omit<RefusedReservation, 'isGranted' | 'reason' | 'retryAfter'>>,
  now: number,
): RefusedReservation {
  const {
    limit = null,
    used = null,
    reserved = null,
    remaining = null,
    resetsAt = null,
    setBy = null,
  } = facts;
  const retryAfter = resetsAt && Math.max(1, Math.ceil((resetsAt.getTime() - now) / 1_000));
  return { isGranted: false, reason, limit, used, reserved, remaining, resetsAt, retryAfter, setBy };
}
