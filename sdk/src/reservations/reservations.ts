import type { Clock } from '../clock.ts';
import { milliseconds } from '../duration.ts';
import type { Emitter } from '../emitter.ts';
import { readTenantId } from '../entitlements/tenant-id.ts';
import { TesseraRefused, TesseraUnavailable } from '../errors.ts';
import type { Service } from '../http/service.ts';
import type { ServiceClock } from '../http/service-clock.ts';
import { keepsLastKnown, type ServiceHealth } from '../http/service-health.ts';
import { backgroundTimer } from '../timers.ts';
import { roundQuantity } from '../tracking/quantity.ts';
import type { Tracker } from '../tracking/tracker.ts';
import type { RefusedReservation, Reservation, ReserveOptions } from '../types.ts';
import { millionths } from './block-size.ts';
import { Granted } from './granted.ts';
import { blockSeconds, Lane } from './lane.ts';
import { type GrantedByService, type Meter, ReservationApi, refusedFor, unitsOf } from './reservation-api.ts';
import { Settlements } from './settlements.ts';
import { UnreservedUsage } from './unreserved-usage.ts';

const turnInterval = 1_000;
const closeLimit = 2_000;
const defaultTtl = 60_000;
/** Another reservation may have emptied the block before the caller gets it. */
const maxLeases = 3;

interface Parts {
  readonly service: Service;
  readonly serviceClock: ServiceClock;
  readonly clock: Clock;
  readonly health: ServiceHealth;
  readonly emitter: Emitter;
  readonly tracker: Pick<Tracker, 'track'>;
  readonly product: string;
  readonly failOpen: boolean;
  /** Aborted when the client is closed. */
  readonly signal: AbortSignal;
}

type Options = ReserveOptions & { readonly product?: string };

/** Reservations: from blocks while much is left, from the service near the limit. */
export class Reservations {
  readonly #parts: Parts;
  readonly #api: ReservationApi;
  readonly #usage: UnreservedUsage;
  readonly #settlements: Settlements;
  /** By meter. Those that are not used for a second are removed. */
  readonly #lanes = new Map<string, Lane>();
  readonly #stop = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** A credential that was accepted before is no mistake of the configuration. */
  #hasAnswered = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { service, serviceClock, tracker } = parts;
    const { signal } = this.#stop;
    const now = () => serviceClock.now();
    this.#api = new ReservationApi(service, now);
    this.#usage = new UnreservedUsage(service, tracker, signal);
    this.#settlements = new Settlements({ api: this.#api, usage: this.#usage, now, signal });
  }

  reserve(tenantId: string, dimension: string, quantity: number, options?: Options): Promise<Reservation> {
    const key = this.#keyOf(tenantId, dimension, options);
    const taken = this.#take(this.#lanes.get(key), tenantId, quantity, options);
    return taken === undefined
      ? this.#reserveOfService(key, tenantId, dimension, quantity, options)
      : Promise.resolve(taken);
  }

  /** Resolves when what was committed so far is counted, or handed to the tracker. */
  async flush(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.turn()));
    await this.#settlements.finished();
  }

  /** Commits and returns every block. What the service does not answer in time is handed to the tracker. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const limit = setTimeout(() => this.#abort(), closeLimit);
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
    await this.#settlements.finished();
    clearTimeout(limit);
    this.#abort();
  }

  #abort(): void {
    this.#stop.abort(new TesseraUnavailable('The client is closed'));
  }

  #keyOf(tenantId: string, dimension: string, options: Options | undefined): string {
    if (options === undefined) return `${tenantId}\n${dimension}`;
    const { product = this.#parts.product, subject = '', plan = '', subscriptionId = '' } = options;
    const rest = `${product === this.#parts.product ? '' : product}\n${subject}\n${plan}\n${subscriptionId}`;
    return rest === '\n\n\n' ? `${tenantId}\n${dimension}` : `${tenantId}\n${dimension}\n${rest}`;
  }

  #take(
    lane: Lane | undefined,
    tenantId: string,
    quantity: number,
    options: Options | undefined,
  ): Granted | undefined {
    const units = Math.round(quantity * millionths);
    const ttl = options?.ttl === undefined ? defaultTtl : milliseconds('ttl', options.ttl);
    // A wrong quantity is refused by the service, and a fraction is rounded first.
    if (!lane || !(units > 0) || units / millionths !== quantity || ttl > blockSeconds * 1_000)
      return undefined;
    const taken = lane.take(units, ttl);
    if (taken !== undefined && this.#parts.emitter.has('hit')) this.#parts.emitter.emit('hit', { tenantId });
    return taken;
  }

  async #reserveOfService(
    key: string,
    tenantId: string,
    dimension: string,
    given: number,
    options: Options = {},
  ): Promise<Reservation> {
    if (this.#isClosed || this.#parts.signal.aborted) throw new TesseraUnavailable('The client is closed');
    const { product = this.#parts.product, subject, plan, subscriptionId } = options;
    const meter = { tenantId: readTenantId(tenantId), product, dimension, subject, plan, subscriptionId };
    const quantity = roundQuantity(given);
    const units = unitsOf(quantity);
    const lane = this.#laneOf(key, meter);
    for (let leases = 0; leases < maxLeases && units > 0; leases++) {
      if ((await lane.lease(units)) !== 'Leased') break;
      const taken = this.#take(lane, tenantId, quantity, options);
      if (taken) return taken;
    }
    const ttl = options.ttl === undefined ? defaultTtl : milliseconds('ttl', options.ttl);
    this.#parts.emitter.emit('miss', { tenantId });
    try {
      const answer = await this.#ask(meter, quantity, Math.ceil(ttl / 1_000));
      if ('isGranted' in answer) {
        lane.remaining = answer.remaining === null ? 0 : unitsOf(answer.remaining);
        return answer;
      }
      lane.remaining = answer.remaining;
      if (!Number.isInteger(quantity)) lane.isWhole = false;
      return new ServiceReservation(this.#settlements, meter, units, answer);
    } catch (error) {
      if (!this.#isAway(error)) throw error;
      return this.#failOpen(meter, units, ttl);
    }
  }

  /** While the service fails, only a request now and then waits for it. */
  async #ask(
    meter: Meter,
    quantity: number,
    ttlSeconds: number,
  ): Promise<GrantedByService | RefusedReservation> {
    const { health } = this.#parts;
    if (health.isFailing && !health.takeTurn()) throw new TesseraUnavailable('The service does not respond');
    const answer = await health.watch(this.#api.reserve(meter, quantity, ttlSeconds, this.#stop.signal));
    this.#hasAnswered = true;
    this.#usage.learn(meter);
    return answer;
  }

  #isAway(error: unknown): boolean {
    if (this.#isClosed || !keepsLastKnown(error)) return false;
    return error instanceof TesseraUnavailable || (error instanceof TesseraRefused && this.#hasAnswered);
  }

  #failOpen(meter: Meter, units: number, ttl: number): Reservation {
    const { emitter, failOpen, clock, serviceClock } = this.#parts;
    emitter.emit('stale', { tenantId: meter.tenantId });
    if (!failOpen) return refusedFor('Unavailable', {}, serviceClock.now());
    return new UnansweredReservation(units, clock.wall() + ttl, (used) =>
      this.#usage.send(meter, used, new Date(serviceClock.now())),
    );
  }

  #laneOf(key: string, meter: Meter): Lane {
    const known = this.#lanes.get(key);
    if (known) {
      known.isActive = true;
      return known;
    }
    const { clock, serviceClock } = this.#parts;
    const lane = new Lane(meter, {
      clock,
      usage: this.#usage,
      settlements: this.#settlements,
      now: () => serviceClock.now(),
      reserve: (meter, units) => this.#ask(meter, units / millionths, blockSeconds),
    });
    this.#lanes.set(key, lane);
    this.#timer ??= backgroundTimer(() => this.#turn(), turnInterval);
    return lane;
  }

  #turn(): void {
    this.#timer = undefined;
    for (const [key, lane] of this.#lanes) {
      if (lane.isIdle) this.#lanes.delete(key);
      else void lane.turn();
    }
    if (this.#lanes.size > 0 && !this.#isClosed) {
      this.#timer = backgroundTimer(() => this.#turn(), turnInterval);
    }
  }
}

/** One reservation of the service. */
class ServiceReservation extends Granted {
  readonly failedOpen = false;
  readonly remaining: number | null;
  readonly expiresAt: Date;
  readonly #settlements: Settlements;
  readonly #meter: Meter;
  readonly #id: string;

  constructor(settlements: Settlements, meter: Meter, units: number, answer: GrantedByService) {
    super(units, Number.POSITIVE_INFINITY);
    this.#settlements = settlements;
    this.#meter = meter;
    this.#id = answer.reservationId;
    this.remaining = answer.remaining === null ? null : answer.remaining / millionths;
    this.expiresAt = answer.expiresAt;
  }

  protected counted(units: number): Promise<void> {
    this.state = 'Committed';
    return this.#settlements.commit(this.#meter, this.#id, units);
  }

  protected freed(): Promise<void> {
    this.state = 'Released';
    return this.#settlements.release(this.#id);
  }
}

/** Allowed without an answer of the service. */
class UnansweredReservation extends Granted {
  readonly failedOpen = true;
  readonly remaining = null;
  readonly expiresAt: Date;
  readonly #count: (units: number) => Promise<void>;

  constructor(units: number, expiresAt: number, count: (units: number) => Promise<void>) {
    super(units, expiresAt);
    this.expiresAt = new Date(expiresAt);
    this.#count = count;
  }

  protected counted(units: number): Promise<void> {
    this.state = 'Committed';
    return this.#count(units);
  }

  protected async freed(): Promise<void> {
    this.state = 'Released';
  }
}
