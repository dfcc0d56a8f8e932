/** A delivery of the log, as far as it is printed. */
export interface Delivery {
  readonly eventId: string;
  readonly replay: number;
  readonly type: string;
  readonly occurredAt: string;
  readonly tenantId: string | null;
  readonly outcome: string;
}

/** Newest first. */
export interface DeliveryPage {
  readonly items: readonly Delivery[];
  readonly next: string | null;
}

/** Reads the page after this cursor; undefined: the newest. */
export type ReadPage = (after: string | undefined) => Promise<DeliveryPage>;

/** Of a burst, the newest are read. */
const maxPages = 50;
const maxSeen = 20_000;

/** Finds the deliveries that are new since it began, and replays of those on the first page. */
export class DeliveryWatch {
  readonly #read: ReadPage;
  readonly #seen = new Set<string>();
  /** Older events are not new: they come into view when newer rows are deleted. Ids are ordered by time. */
  #oldest = '';

  private constructor(read: ReadPage) {
    this.#read = read;
  }

  static async begin(read: ReadPage): Promise<DeliveryWatch> {
    const watch = new DeliveryWatch(read);
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
}

const keyOf = ({ eventId, replay }: Delivery) => `${eventId} ${replay}`;
