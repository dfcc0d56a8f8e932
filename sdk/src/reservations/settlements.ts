import { backoff } from '../http/backoff.ts';
import { keepsLastKnown } from '../http/service-health.ts';
import { sleep } from '../timers.ts';
import type { Meter, ReservationApi } from './reservation-api.ts';
import type { UnreservedUsage } from './unreserved-usage.ts';

const firstDelay = 1_000;
const longestDelay = 30_000;

interface Parts {
  readonly api: ReservationApi;
  readonly usage: UnreservedUsage;
  /** The time of the service. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

interface Commit {
  readonly meter: Meter;
  readonly reservationId: string;
  readonly units: number;
  readonly occurredAt: Date;
}

/** Commits and releases reservations of the service. What the service does not take as a commit is sent as usage events. */
export class Settlements {
  readonly #parts: Parts;
  readonly #pending = new Set<Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves when all that was settled so far is answered, or handed to the tracker. */
  async finished(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Resolves when it is counted, or will be without the caller. */
  commit(meter: Meter, reservationId: string, units: number): Promise<void> {
    const occurredAt = new Date(this.#parts.now());
    return this.#track(this.#commit({ meter, reservationId, units, occurredAt }));
  }

  /** A reservation whose release fails lapses. */
  release(reservationId: string): Promise<void> {
    const { api, signal } = this.#parts;
    return this.#track(api.release(reservationId, signal).catch(() => {}));
  }

  async #commit(commit: Commit): Promise<void> {
    const outcome = await this.#try(commit);
    if (outcome === 'Counted') return;
    const { usage } = this.#parts;
    const { meter, reservationId, units, occurredAt } = commit;
    // Events of a count cannot have the reservation's id, so they could count beside a commit whose response was lost.
    if (outcome === 'Unanswered' && usage.needsManyEvents(meter, units)) this.#track(this.#repeat(commit));
    else await usage.send(meter, units, occurredAt, reservationId);
  }

  async #repeat(commit: Commit): Promise<void> {
    const { usage, signal } = this.#parts;
    for (let failures = 1; !signal.aborted; failures++) {
      await sleep(backoff(failures, firstDelay, longestDelay), signal).catch(() => {});
      const outcome = await this.#try(commit);
      if (outcome === 'Counted') return;
      if (outcome === 'Refused') break;
    }
    const { meter, units, occurredAt } = commit;
    await usage.send(meter, units, occurredAt);
  }

  async #try({ reservationId, units }: Commit): Promise<'Counted' | 'Refused' | 'Unanswered'> {
    const { api, signal } = this.#parts;
    try {
      await api.commit(reservationId, units, signal);
      return 'Counted';
    } catch (error) {
      return keepsLastKnown(error) ? 'Unanswered' : 'Refused';
    }
  }

  #track(work: Promise<void>): Promise<void> {
    this.#pending.add(work);
    const remove = () => void this.#pending.delete(work);
    work.then(remove, remove);
    return work;
  }
}
