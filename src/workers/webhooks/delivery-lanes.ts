import type { LeasedDelivery } from '../../actions/webhooks/lease-deliveries.ts';
import type { DeliveryKey } from '../../storage/webhooks/deliveries.ts';
import type { EndpointKey } from '../../storage/webhooks/endpoints.ts';

/** Concurrent POSTs of this process. */
const maxActive = 256;
/** Of one endpoint; of one whose last attempts all failed. */
const maxActivePerEndpoint = 16;
const maxActivePerFailingEndpoint = 2;
/** The maximum number of leased deliveries of this process, waiting ones included. */
const maxLeased = 8_192;
/** Of one endpoint, unsettled ones not counted: few at first, more as it accepts deliveries. */
const firstLeasedOfOne = 64;
const moreForEachAccepted = 3;
const maxLeasedPerEndpoint = 512;

/** A delivery that waits longer is leased again, because its lease could expire during the POST. */
const latestStart = 10_000;

interface Waiting {
  readonly leased: LeasedDelivery;
  readonly since: number;
}

interface Lane extends EndpointKey {
  readonly waiting: Waiting[];
  /** The events of waiting, active and unsettled deliveries. */
  readonly eventIds: Set<string>;
  active: number;
  /** The number of accepted deliveries since the lane was last empty. */
  accepted: number;
  /** Whether more should be leased, so that they are here before the last one is sent. */
  isLow: boolean;
}

/**
 * Schedules leased deliveries. Every endpoint has a lane; lanes take turns, and each has a limit of concurrent POSTs,
 * so that a hanging endpoint delays only itself. A failing endpoint has a lower limit.
 */
export class DeliveryLanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #send: (leased: LeasedDelivery) => Promise<boolean>;
  readonly #onLow: () => void;
  #active = 0;
  #leased = 0;
  #isClosed = false;
  #tellIdle = () => {};

  /**
   * @param send answers whether the endpoint accepted it, and never fails
   * @param onLow a lane has sent half of what was leased
   */
  constructor(send: (leased: LeasedDelivery) => Promise<boolean>, onLow: () => void) {
    this.#send = send;
    this.#onLow = onLow;
  }

  /** The number of leased, unsettled deliveries. */
  get leased(): number {
    return this.#leased;
  }

  /** How many more deliveries may be leased. */
  get capacity(): number {
    return Math.max(0, maxLeased - this.#leased);
  }

  /** The number of leased, unsettled deliveries by endpoint. */
  counts(): readonly (EndpointKey & { readonly count: number })[] {
    return [...this.#lanes.values()].map(({ workspaceId, endpointId, eventIds }) => ({
      workspaceId,
      endpointId,
      count: eventIds.size,
    }));
  }

  /** The events in the lane of the endpoint. */
  eventIds(key: EndpointKey): ReadonlySet<string> {
    return this.#lanes.get(laneName(key))?.eventIds ?? new Set();
  }

  /** Zero while the lane is nearly full, because large leases cost little more than small ones. */
  capacityOf(key: EndpointKey, isFailing: boolean): number {
    const lane = this.#lanes.get(laneName(key));
    if (!lane) return isFailing ? maxActivePerFailingEndpoint : firstLeasedOfOne;
    const limit = isFailing ? maxActivePerFailingEndpoint : maxLeasedOf(lane);
    const capacity = Math.min(limit - unsent(lane), 2 * limit - lane.eventIds.size);
    return capacity < limit / 4 ? 0 : capacity;
  }

  /** `since` is the time before the lease. Ignores duplicates, and everything after `close`. */
  add(leased: LeasedDelivery, since: number): void {
    const { workspaceId, endpointId, eventId } = leased;
    const name = laneName(leased);
    const existing = this.#lanes.get(name);
    if (this.#isClosed || existing?.eventIds.has(eventId)) return;
    const empty = { waiting: [], eventIds: new Set<string>(), active: 0, accepted: 0, isLow: false };
    const lane = existing ?? { workspaceId, endpointId, ...empty };
    this.#lanes.set(name, lane);
    lane.waiting.push({ leased, since });
    lane.eventIds.add(eventId);
    lane.isLow = false;
    this.#leased++;
    this.#start(name, lane);
  }

  /** Removes a settled delivery. Returns whether its lane is low. */
  remove(key: DeliveryKey): boolean {
    const name = laneName(key);
    const lane = this.#lanes.get(name);
    if (!lane) return true;
    this.#leave(name, lane, key.eventId);
    return isLow(lane);
  }

  /** Starts no more POSTs, and drops waiting deliveries. */
  close(): void {
    this.#isClosed = true;
    for (const [name, lane] of this.#lanes) {
      for (const { leased } of lane.waiting.splice(0)) this.#leave(name, lane, leased.eventId);
    }
  }

  /** Resolves when nothing is leased. */
  async idle(): Promise<void> {
    if (this.#leased === 0) return;
    await new Promise<void>((done) => {
      this.#tellIdle = done;
    });
  }

  #leave(name: string, lane: Lane, eventId: string): void {
    if (!lane.eventIds.delete(eventId)) return;
    this.#leased--;
    if (lane.eventIds.size === 0) this.#lanes.delete(name);
    if (this.#leased === 0) this.#tellIdle();
  }

  /** Starts deliveries of the lane up to its limit. */
  #start(name: string, lane: Lane): void {
    while (!this.#isClosed && this.#active < maxActive && lane.active < maxActivePerEndpoint) {
      const next = lane.waiting.shift();
      if (!next) return;
      if (performance.now() - next.since > latestStart) {
        this.#leave(name, lane, next.leased.eventId);
        continue;
      }
      lane.active++;
      this.#active++;
      this.#send(next.leased).then((isAccepted) => {
        lane.active--;
        this.#active--;
        if (isAccepted) lane.accepted++;
        this.#next(name, lane);
        if (lane.isLow || !isLow(lane)) return;
        lane.isLow = true;
        this.#onLow();
      });
    }
  }

  /** Waiting lanes take turns: the one just served goes to the end. */
  #next(name: string, lane: Lane): void {
    if (this.#lanes.get(name) === lane) {
      this.#lanes.delete(name);
      this.#lanes.set(name, lane);
    }
    if (this.#active + 1 < maxActive) this.#start(name, lane);
    else for (const [other, waiting] of this.#lanes) this.#start(other, waiting);
  }
}

function maxLeasedOf({ accepted }: Lane): number {
  return Math.min(maxLeasedPerEndpoint, firstLeasedOfOne + moreForEachAccepted * accepted);
}

function unsent({ waiting, active }: Lane): number {
  return waiting.length + active;
}

function isLow(lane: Lane): boolean {
  return unsent(lane) <= maxLeasedOf(lane) / 2;
}

/** Ids are random: no two workspaces have an endpoint of the same id. */
export function laneName({ endpointId }: EndpointKey): string {
  return endpointId;
}
