import type { Service } from './service.ts';

/** A delivery of the log, as far as it is printed. */
export interface Delivery {
  readonly eventId: string;
  readonly replay: number;
  readonly type: string;
  readonly occurredAt: string;
  readonly tenantId: string | null;
  readonly outcome: string;
}

interface DeliveryPage {
  readonly items: readonly Delivery[];
  readonly next: string | null;
}

/** Replays are looked for among the deliveries of the first page. */
const pageSize = 100;
/** Of a burst, the newest are read. */
const maxPages = 50;
const maxSeen = 20_000;

/** Finds the deliveries of an endpoint that are new since it began, replays included. */
export class DeliveryWatch {
  readonly #service: Service;
  readonly #endpointId: string;
  readonly #seen = new Set<string>();
  /** Older events are not new: they come into view when newer rows are deleted. Ids are ordered by time. */
  #oldest = '';

  private constructor(service: Service, endpointId: string) {
    this.#service = service;
    this.#endpointId = endpointId;
  }

  static async begin(service: Service, endpointId: string): Promise<DeliveryWatch> {
    const watch = new DeliveryWatch(service, endpointId);
    const { items, next } = await watch.#read(undefined);
    for (const delivery of items) watch.markSeen(delivery);
    if (next !== null) watch.#oldest = items.at(-1)?.eventId ?? '';
    return watch;
  }

  /** The new deliveries, oldest first, until they are marked. */
  async poll(): Promise<readonly Delivery[]> {
    const found: Delivery[] = [];
    let after: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const { items, next } = await this.#read(after);
      const fresh = items.filter((delivery) => this.#isNew(delivery));
      found.push(...fresh);
      if (next === null || fresh.length < items.length) break;
      after = next;
    }
    return found.reverse();
  }

  markSeen(delivery: Delivery): void {
    this.#seen.add(keyOf(delivery));
    if (this.#seen.size <= maxSeen) return;
    const [first] = this.#seen;
    if (first !== undefined) this.#seen.delete(first);
  }

  #isNew(delivery: Delivery): boolean {
    return delivery.eventId >= this.#oldest && !this.#seen.has(keyOf(delivery));
  }

  #read(after: string | undefined): Promise<DeliveryPage> {
    const query = { endpointId: this.#endpointId, limit: String(pageSize), after };
    return this.#service.read<DeliveryPage>('/webhook-deliveries', { query });
  }
}

const keyOf = ({ eventId, replay }: Delivery) => `${eventId} ${replay}`;
