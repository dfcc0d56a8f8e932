import { describe, expect, it } from 'vitest';
import { type Delivery, DeliveryWatch, type ReadPage } from './delivery-watch.ts';

const pageSize = 10;

function delivery(number: number, replay = 0): Delivery {
  const eventId = String(number).padStart(6, '0');
  return { eventId, replay, type: 'webhook.test', occurredAt: '', tenantId: null, outcome: 'Pending' };
}

/** A log that is read in pages, newest event and replay first. */
class Log {
  #deliveries: readonly Delivery[] = [];
  pagesRead = 0;

  set(deliveries: readonly Delivery[]): void {
    const key = ({ eventId, replay }: Delivery) => `${eventId} ${replay}`;
    this.#deliveries = [...deliveries].sort((a, b) => (key(a) < key(b) ? 1 : -1));
  }

  readonly read: ReadPage = async (after) => {
    this.pagesRead += 1;
    const start = Number(after ?? 0);
    const end = start + pageSize;
    return {
      items: this.#deliveries.slice(start, end),
      next: end < this.#deliveries.length ? String(end) : null,
    };
  };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => delivery(from + index));

async function polled(watch: DeliveryWatch): Promise<readonly string[]> {
  const found = await watch.poll();
  for (const each of found) watch.markSeen(each);
  return found.map(({ eventId, replay }) => `${Number(eventId)}.${replay}`);
}

describe('DeliveryWatch', () => {
  it('finds each new delivery once, oldest first, also more than a page', async () => {
    const log = new Log();
    log.set(numbered(0, 25));
    const watch = await DeliveryWatch.begin(log.read);
    expect(await polled(watch)).toEqual([]);
    log.set(numbered(0, 60));
    expect(await polled(watch)).toEqual(numbered(25, 60).map(({ eventId }) => `${Number(eventId)}.0`));
    expect(await polled(watch)).toEqual([]);
  });

  it('finds everything where the log was empty', async () => {
    const log = new Log();
    const watch = await DeliveryWatch.begin(log.read);
    log.set(numbered(0, 12));
    expect(await polled(watch)).toHaveLength(12);
  });

  it('finds replays of the first page', async () => {
    const log = new Log();
    log.set(numbered(0, 25));
    const watch = await DeliveryWatch.begin(log.read);
    log.set([...numbered(0, 25), delivery(20, 1)]);
    expect(await polled(watch)).toEqual(['20.1']);
  });

  it('does not take older deliveries for new ones when newer ones are deleted', async () => {
    const log = new Log();
    log.set(numbered(0, 25));
    const watch = await DeliveryWatch.begin(log.read);
    log.set(numbered(0, 18));
    expect(await polled(watch)).toEqual([]);
  });

  it('offers a delivery again until it is marked, and reads one page if there is nothing new', async () => {
    const log = new Log();
    log.set(numbered(0, 25));
    const watch = await DeliveryWatch.begin(log.read);
    log.set(numbered(0, 26));
    expect(await watch.poll()).toHaveLength(1);
    expect(await polled(watch)).toEqual(['25.0']);
    const before = log.pagesRead;
    await watch.poll();
    expect(log.pagesRead).toBe(before + 1);
  });
});
