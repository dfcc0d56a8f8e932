import { TesseraRefused } from '../errors.ts';
import { millionths } from '../reservations/block-size.ts';
import { Granted } from '../reservations/granted.ts';
import { refusedFor, unitsOf } from '../reservations/reservation-api.ts';
import type { LimitSetter, Reservation } from '../types.ts';

/** The limit of a dimension in a test, and what is used of it. */
export interface FakeLimit {
  /** Undefined: none. */
  readonly limit: number | undefined;
  readonly setBy: LimitSetter;
  readonly resetsAt: Date | null;
  readonly used: number;
}

export interface FakeReserveRequest {
  /** Of the tenant, product and dimension. */
  readonly key: string;
  readonly quantity: number;
  /** In milliseconds. */
  readonly ttl: number;
  readonly commit: (quantity: number) => Promise<void>;
}

/** The reservations of a client for tests. */
export class FakeReservations {
  readonly #now: () => number;
  readonly #open = new Map<string, Set<Granted>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What is reserved and not settled. */
  reserved(key: string): number {
    const open = this.#open.get(key) ?? new Set();
    for (const one of open) if (one.endsAt <= this.#now()) open.delete(one);
    return [...open].reduce((sum, { units }) => sum + units, 0) / millionths;
  }

  reserve(request: FakeReserveRequest, { limit, setBy, resetsAt, used }: FakeLimit): Reservation {
    const { key, quantity } = request;
    const now = this.#now();
    if (!(quantity > 0)) {
      const code = quantity === 0 ? 'metering.quantity_zero' : 'metering.quantity_negative';
      throw new TesseraRefused({ status: 422, code, title: `The quantity is ${quantity}` });
    }
    if (limit !== undefined && quantity > limit) {
      return refusedFor('QuantityOverLimit', { limit, setBy }, now);
    }
    const reserved = this.reserved(key);
    const left = limit === undefined ? null : Math.max(0, subtract(limit, used + reserved));
    if (limit !== undefined && left !== null && quantity > left) {
      return refusedFor('LimitReached', { limit, used, reserved, remaining: left, resetsAt, setBy }, now);
    }
    return this.#grant(request, left === null ? null : subtract(left, quantity), false);
  }

  /** While the test has stopped the service. */
  failOpen(request: FakeReserveRequest): Reservation {
    return this.#grant(request, null, true);
  }

  #grant({ key, quantity, ttl, commit }: FakeReserveRequest, remaining: number | null, failedOpen: boolean) {
    const open = this.#open.get(key) ?? new Set();
    this.#open.set(key, open);
    const expiresAt = this.#now() + ttl;
    const settle = (reservation: Granted) => open.delete(reservation);
    const reservation = new FakeReservation(unitsOf(quantity), expiresAt, {
      remaining,
      failedOpen,
      commit,
      settle,
    });
    if (!failedOpen) open.add(reservation);
    return reservation;
  }
}

interface Granting {
  readonly remaining: number | null;
  readonly failedOpen: boolean;
  readonly commit: (quantity: number) => Promise<void>;
  readonly settle: (reservation: Granted) => void;
}

class FakeReservation extends Granted {
  readonly remaining: number | null;
  readonly failedOpen: boolean;
  readonly expiresAt: Date;
  readonly #granting: Granting;

  constructor(units: number, expiresAt: number, granting: Granting) {
    super(units, expiresAt);
    this.remaining = granting.remaining;
    this.failedOpen = granting.failedOpen;
    this.expiresAt = new Date(expiresAt);
    this.#granting = granting;
  }

  protected counted(units: number): Promise<void> {
    this.state = 'Committed';
    this.#granting.settle(this);
    return this.#granting.commit(units / millionths);
  }

  protected async freed(): Promise<void> {
    this.state = 'Released';
    this.#granting.settle(this);
  }
}

const subtract = (from: number, quantity: number) => (unitsOf(from) - unitsOf(quantity)) / millionths;
