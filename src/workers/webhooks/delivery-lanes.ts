import type { LeasedDelivery } from '../../actions/webhooks/lease-deliveries.ts';
import type { EndpointKey } from '../../storage/webhooks/endpoints.ts';

/** Posts under way at once, in this process. */
const mostActive = 256;
/** Of one endpoint; of one whose last tries all failed. */
const mostActiveOfOne = 16;
const mostActiveOfFailing = 2;
/** Leased at once, in this process, with what waits for its turn. */
const mostHeld = 8_192;
/** Of one endpoint: few at first, and as many more as it has taken since, so that large batches go where they are sent. */
const firstHeldOfOne = 64;
const mostHeldOfOne = 512;

/** A delivery that has waited so long for its turn that its lease would expire on the way is left to be leased again. */
const latestStart = 30_000;

interface Waiting {
  readonly leased: LeasedDelivery;
  readonly since: number;
}

interface Lane {
  readonly waiting: Waiting[];
  active: number;
  held: number;
  /** How many its endpoint took since the lane was last empty. */
  taken: number;
}

/**
 * Which leased delivery is sent next. Every endpoint has a lane; lanes take turns, and none has more posts under way
 * than its bound, so that one that hangs holds up nobody but itself. One that fails holds few places until it is well.
 */
export class DeliveryLanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #send: (leased: LeasedDelivery) => Promise<void>;
  #active = 0;
  #held = 0;
  #isClosed = false;
  #tellIdle = () => {};

  constructor(send: (leased: LeasedDelivery) => Promise<void>) {
    this.#send = send;
  }

  /** How many are leased and not settled. */
  get held(): number {
    return this.#held;
  }

  /** How many more may be leased. */
  get room(): number {
    return Math.max(0, mostHeld - this.#held);
  }

  /** None while the lane is more than half full: many at once are leased for little more than a few. */
  roomOf(key: EndpointKey, isFailing: boolean): number {
    const { held, taken } = this.#lanes.get(laneName(key)) ?? { held: 0, taken: 0 };
    const most = isFailing ? mostActiveOfFailing : mostHeldBy(taken);
    return held > most / 2 ? 0 : most - held;
  }

  /** False when nothing starts any more. */
  add(leased: LeasedDelivery): boolean {
    if (this.#isClosed) return false;
    const name = laneName(leased);
    const lane = this.#lanes.get(name) ?? { waiting: [], active: 0, held: 0, taken: 0 };
    this.#lanes.set(name, lane);
    lane.waiting.push({ leased, since: performance.now() });
    lane.held++;
    this.#held++;
    this.#start(name, lane);
    return true;
  }

  /** Its result has been written down. Answers whether its lane has room for more now. */
  release(key: EndpointKey, isTaken: boolean): boolean {
    const name = laneName(key);
    const lane = this.#lanes.get(name);
    if (!lane) return true;
    if (isTaken) lane.taken++;
    this.#leave(name, lane);
    return lane.held <= mostHeldBy(lane.taken) / 2;
  }

  /** Starts nothing more, and hands over what still waits for its turn. */
  close(): readonly LeasedDelivery[] {
    this.#isClosed = true;
    const unsent: LeasedDelivery[] = [];
    for (const [name, lane] of this.#lanes) {
      for (const { leased } of lane.waiting.splice(0)) {
        unsent.push(leased);
        this.#leave(name, lane);
      }
    }
    return unsent;
  }

  /** When nothing is held any more. */
  async idle(): Promise<void> {
    if (this.#held === 0) return;
    await new Promise<void>((done) => {
      this.#tellIdle = done;
    });
  }

  #leave(name: string, lane: Lane): void {
    lane.held--;
    this.#held--;
    if (lane.held === 0) this.#lanes.delete(name);
    if (this.#held === 0) this.#tellIdle();
  }

  /** Starts as many of the lane as may be. */
  #start(name: string, lane: Lane): void {
    while (!this.#isClosed && this.#active < mostActive && lane.active < mostActiveOfOne) {
      const next = lane.waiting.shift();
      if (!next) return;
      if (performance.now() - next.since > latestStart) {
        this.#leave(name, lane);
        continue;
      }
      lane.active++;
      this.#active++;
      this.#send(next.leased).finally(() => {
        lane.active--;
        this.#active--;
        this.#next(name, lane);
      });
    }
  }

  /** The lanes that wait take turns; the one that has just been served goes to the end. */
  #next(name: string, lane: Lane): void {
    if (this.#lanes.get(name) === lane) {
      this.#lanes.delete(name);
      this.#lanes.set(name, lane);
    }
    if (this.#active + 1 < mostActive) this.#start(name, lane);
    else for (const [other, waiting] of this.#lanes) this.#start(other, waiting);
  }
}

function mostHeldBy(taken: number): number {
  return Math.min(mostHeldOfOne, firstHeldOfOne + taken);
}

export function laneName({ workspaceId, endpointId }: EndpointKey): string {
  return `${workspaceId} ${endpointId}`;
}
