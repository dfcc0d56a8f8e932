import type { Clock } from '../clock.ts';
import type { RefusedReservation } from '../types.ts';
import { blockSize, millionths } from './block-size.ts';
import { Granted } from './granted.ts';
import { type Block, BlockLedger } from './ledger.ts';
import type { GrantedByService, Meter } from './reservation-api.ts';
import type { Settlements } from './settlements.ts';
import type { UnreservedUsage } from './unreserved-usage.ts';

/** How long the service holds a block, so that a killed process occupies it no longer. */
export const blockSeconds = 60;
/** A block is replaced when half of its time is over, and settled 10 seconds before it lapses. */
const renewAfter = 30_000;
const settleAfter = 50_000;
/** The next block is leased when less than this part is free. */
const lowShare = 4;

interface LaneParts {
  readonly clock: Clock;
  readonly usage: UnreservedUsage;
  readonly settlements: Settlements;
  /** The time of the service. */
  readonly now: () => number;
  /** Throws if the service gave no answer. */
  readonly reserve: (meter: Meter, units: number) => Promise<GrantedByService | RefusedReservation>;
}

/** `Refused`: the service has to be asked for each reservation. `Away`: it gave no answer. */
type Lease = 'Leased' | 'Refused' | 'Away';

/** The blocks of one meter, and what is taken from them. */
export class Lane {
  readonly meter: Meter;
  /** Of the limit, by the service's last answer, in millionths; null: no limit; undefined: no answer yet. */
  remaining: number | null | undefined;
  /** No fraction was granted by the service: the dimension may take whole numbers only. */
  isWhole = true;
  /** Used since the last turn. */
  isActive = true;
  readonly #parts: LaneParts;
  readonly #ledger = new BlockLedger();
  /** Of the last reservation. */
  #units = millionths;
  #low = 0;
  #leasing: Promise<Lease> | undefined;
  #turning: Promise<void> | undefined;
  #isClosed = false;

  constructor(meter: Meter, parts: LaneParts) {
    this.meter = meter;
    this.#parts = parts;
  }

  /** Nothing would be lost without it. */
  get isIdle(): boolean {
    return !this.isActive && this.#ledger.blocks.length === 0 && !this.#leasing && !this.#turning;
  }

  /** What is left of the limit for this process, in units of the dimension. */
  get left(): number | null {
    return this.remaining == null ? null : (this.remaining + this.#ledger.free) / millionths;
  }

  /** Undefined if the blocks have no room. */
  take(units: number, ttl: number): Granted | undefined {
    if (this.#ledger.size === 0 || (this.isWhole && units % millionths !== 0)) return undefined;
    this.isActive = true;
    this.#units = units;
    const reservation = new LocalReservation(this, units, this.#parts.clock.steady() + ttl);
    if (!this.#ledger.take(reservation)) return undefined;
    if (this.#ledger.free < this.#low && !this.#leasing) this.lease(units);
    return reservation;
  }

  /** Leases a block with room for such reservations. */
  lease(units: number): Promise<Lease> {
    const size =
      this.isWhole && units % millionths !== 0 ? 0 : blockSize(units, this.remaining, this.isWhole);
    if (size === 0 || this.#isClosed) return refused;
    this.#leasing ??= this.#lease(size).finally(() => {
      this.#leasing = undefined;
    });
    return this.#leasing;
  }

  /** Commits what was committed locally, and replaces blocks. Once a second. */
  turn(): Promise<void> {
    this.#turning ??= this.#turn().finally(() => {
      this.#turning = undefined;
    });
    return this.#turning;
  }

  /** Returns all blocks; open reservations lapse. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // A block that is on its way would be held until it lapses.
    await this.#leasing;
    for (const block of [...this.#ledger.blocks]) this.#settle(block, true);
  }

  commit(reservation: LocalReservation, units: number): Promise<void> {
    const { usage, now } = this.#parts;
    if (reservation.state === 'Lapsed') return usage.send(this.meter, units, new Date(now()));
    this.#ledger.commit(reservation, units);
    return done;
  }

  release(reservation: LocalReservation): void {
    this.#ledger.release(reservation);
  }

  expiryOf({ endsAt }: LocalReservation): Date {
    const { clock } = this.#parts;
    return new Date(clock.wall() + endsAt - clock.steady());
  }

  async #lease(size: number): Promise<Lease> {
    const { clock, reserve } = this.#parts;
    const start = clock.steady();
    const answer = await reserve(this.meter, size).catch(() => undefined);
    if (!answer) return 'Away';
    if ('isGranted' in answer) {
      this.remaining = answer.remaining === null ? 0 : answer.remaining * millionths;
      return 'Refused';
    }
    const { reservationId, remaining } = answer;
    this.remaining = remaining;
    this.#ledger.add({ reservationId, size, renewAt: start + renewAfter, endsAt: start + settleAfter });
    this.#low = size / lowShare;
    for (const block of [...this.#ledger.blocks]) {
      if (block.size <= this.#ledger.committed) this.#settle(block);
    }
    return 'Leased';
  }

  async #turn(): Promise<void> {
    const now = this.#parts.clock.steady();
    const ledger = this.#ledger;
    ledger.lapse(now);
    const wasActive = this.isActive;
    this.isActive = false;
    const isUsed = wasActive || ledger.held > 0;
    const blocks = ledger.blocks.filter(({ renewAt }) => ledger.committed > 0 || !isUsed || renewAt <= now);
    if (blocks.length === 0) return;
    const isAway = isUsed && (await this.lease(this.#units)) === 'Away';
    for (const block of blocks) {
      const isForced = block.endsAt <= now;
      // In an outage a block is used as long as it holds.
      if (isForced || !isAway) this.#settle(block, isForced);
    }
  }

  #settle(block: Block, isForced = false): void {
    const units = this.#ledger.settle(block, isForced);
    if (units === undefined) return;
    const { settlements } = this.#parts;
    if (units === 0) settlements.release(block.reservationId);
    else settlements.commit(this.meter, block.reservationId, units);
  }
}

const done = Promise.resolve();
const refused: Promise<Lease> = Promise.resolve('Refused');

/** A reservation from the blocks of its lane: no request. */
class LocalReservation extends Granted {
  readonly failedOpen = false;
  readonly #lane: Lane;

  constructor(lane: Lane, units: number, endsAt: number) {
    super(units, endsAt);
    this.#lane = lane;
  }

  get remaining(): number | null {
    return this.#lane.left;
  }

  get expiresAt(): Date {
    return this.#lane.expiryOf(this);
  }

  protected counted(units: number): Promise<void> {
    return this.#lane.commit(this, units);
  }

  protected async freed(): Promise<void> {
    this.#lane.release(this);
  }
}
