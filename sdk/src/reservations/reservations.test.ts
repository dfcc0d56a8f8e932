import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cutConnection, Peer, problem } from '../../tests/support/peer.ts';
import { record } from '../../tests/support/scripted-clients.ts';
import { ScriptedLimit } from '../../tests/support/scripted-limit.ts';
import { tenant } from '../../tests/support/scripted-service.ts';
import { createTessera } from '../client.ts';
import type { GrantedReservation, Reservation, Tessera, TesseraOptions } from '../types.ts';

let peer: Peer;
let service: ScriptedLimit;
let now: number;
const clients: Tessera[] = [];
beforeAll(async () => {
  peer = await Peer.start();
});
beforeEach(() => {
  now = Date.parse('2026-11-15T09:00:00Z');
  peer.received.length = 0;
  service = new ScriptedLimit(peer, 100_000);
});
afterEach(async () => {
  service.fault = undefined;
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => peer.close());

const contoso = tenant(1);

function createClient(options: Partial<TesseraOptions> = {}): Tessera {
  const client = createTessera({
    url: peer.url,
    product: 'aqueduct',
    credential: { apiKey: 'tsk_1' },
    refresh: 'poll',
    timeout: '10s',
    logger: { warn: () => {} },
    now: () => now,
    ...options,
  });
  clients.push(client);
  return client;
}

function granted(reservation: Reservation): GrantedReservation {
  if (!reservation.isGranted) throw new Error(`Refused: ${reservation.reason}`);
  return reservation;
}

const reserve = async (client: Tessera, quantity = 1, options = {}) =>
  granted(await client.reserve(contoso, 'rows', quantity, options));

/** A client whose second reservation has leased a block, of 999 units. */
async function withBlock(options: Partial<TesseraOptions> = {}): Promise<Tessera> {
  const client = createClient(options);
  await (await reserve(client)).commit();
  await (await reserve(client)).release();
  expect(service.asked).toEqual([1, 999]);
  return client;
}

describe('reservations far from the limit', () => {
  it('are taken from a block without a request, and committed as one', async () => {
    const client = await withBlock();
    const before = peer.received.length;
    const reservations = await Promise.all(Array.from({ length: 500 }, () => reserve(client)));
    for (const reservation of reservations.slice(0, 400)) await reservation.commit();
    for (const reservation of reservations.slice(400)) await reservation.release();
    expect(peer.received.length).toBe(before);
    await client.flush();
    expect([service.committed, service.events]).toEqual([401, []]);
    expect([...service.reservations.values()].filter(({ state }) => state === 'Committed').length).toBe(2);
  });

  it('are committed within about a second, without flush or close', async () => {
    const client = await withBlock();
    await (await reserve(client, 7)).commit(5);
    await expect.poll(() => service.committed).toBe(6);
    // An idle block is returned.
    await expect.poll(() => service.reserved).toBe(0);
  });

  it('keep their units when their block is replaced', async () => {
    const client = await withBlock();
    const open = await reserve(client, 3);
    await (await reserve(client)).commit();
    await client.flush();
    expect(service.committed).toBe(2);
    await open.commit(2);
    await client.close();
    expect([service.committed, service.reserved, service.events]).toEqual([4, 0, []]);
  });

  it('return the rest of their block when the client is closed', async () => {
    const client = await withBlock();
    await (await reserve(client, 7)).commit(5);
    expect(service.reserved).toBe(999);
    await client.close();
    expect([service.committed, service.reserved]).toEqual([6, 0]);
    await expect(client.reserve(contoso, 'rows')).rejects.toThrow('The client is closed');
  });

  it('lease the next block before the present one is used up', async () => {
    const client = await withBlock();
    for (let number = 0; number < 5_000; number++) await (await reserve(client)).commit();
    await client.flush();
    expect(service.committed).toBe(5_001);
    expect(service.asked.slice(2).every((size) => size > 900 && size < 1_000)).toBe(true);
  });

  it('know what is left, and when they lapse', async () => {
    const client = await withBlock();
    const reservation = await reserve(client, 9, { ttl: '30s' });
    expect([reservation.remaining, reservation.failedOpen]).toEqual([99_990, false]);
    expect(reservation.expiresAt.toISOString()).toBe('2026-11-15T09:00:30.000Z');
  });

  it('that have lapsed are free again, and count by an event if they are committed all the same', async () => {
    const client = await withBlock();
    const late = await reserve(client, 9);
    now += 60_000;
    await client.flush();
    await late.commit(4);
    await client.flush();
    expect([service.events.map(({ quantity }) => quantity), service.committed]).toEqual([[4], 1]);
  });

  it.each([
    ['a long ttl', 1, { ttl: '2m' }],
    ['a fraction of a dimension that had none', 0.5, {}],
    ['a large quantity', 100, {}],
  ])('are left to the service with %s', async (_case, quantity, options) => {
    const client = await withBlock();
    if (quantity === 100) for (let left = 990; left > 0; left -= 99) await reserve(client, 99);
    const before = service.asked.length;
    await (await reserve(client, quantity, options)).commit();
    expect(service.asked.slice(before)).toContain(quantity);
  });

  it('of fractions add up exactly', async () => {
    const client = createClient();
    for (let number = 0; number < 11; number++) await (await reserve(client, 0.1)).commit();
    await client.close();
    expect(service.committed).toBeCloseTo(1.1, 9);
    expect([...service.reservations.values()].map(({ committed }) => committed)).toEqual([0.1, 1]);
  });

  it('without a limit have a block of 100,000', async () => {
    service.limit = null;
    const client = createClient();
    expect((await reserve(client)).remaining).toBeNull();
    await reserve(client);
    expect(service.asked).toEqual([1, 100_000]);
  });

  it('of another subject have another block', async () => {
    const client = await withBlock();
    await reserve(client, 1, { subject: 'agent-7' });
    expect(service.asked).toEqual([1, 999, 1]);
  });
});

describe('reservations near the limit', () => {
  it('are granted up to the limit: 60 at once of 20 units', async () => {
    service.limit = 20;
    const client = createClient();
    const all = await Promise.all(Array.from({ length: 60 }, () => client.reserve(contoso, 'rows')));
    expect(all.filter(({ isGranted }) => isGranted).length).toBe(20);
    expect(all.find(({ isGranted }) => !isGranted)).toEqual({
      isGranted: false,
      reason: 'LimitReached',
      limit: 20,
      used: 0,
      reserved: 20,
      remaining: 0,
      resetsAt: new Date('2026-11-15T10:00:00Z'),
      retryAfter: 3_600,
      setBy: 'Customer',
    });
  });

  it('of two clients never exceed it, and use all of it', async () => {
    service.limit = 3_000;
    const both = [createClient({ failOpen: false }), createClient({ failOpen: false })];
    /** Until it is refused, or so often. */
    const use = async (client: Tessera, quantity: number, most = Number.POSITIVE_INFINITY) => {
      let units = 0;
      for (let count = 0; count < most; count++) {
        const reservation = await client.reserve(contoso, 'rows', quantity);
        if (!reservation.isGranted) break;
        await reservation.commit();
        units += quantity;
        if (count % 50 === 0) expect(service.committed + service.reserved).toBeLessThanOrEqual(3_000);
      }
      return units;
    };
    const used = await Promise.all(both.map((client) => use(client, 1, 600)));
    await Promise.all(both.map((client) => client.close()));
    const last = await use(createClient({ failOpen: false }), 100);
    expect([used, last]).toEqual([[600, 600], 1_800]);
    expect([service.committed, service.reserved, service.events]).toEqual([3_000, 0, []]);
  });

  it('above the limit itself say that waiting is of no use', async () => {
    service.limit = 5;
    expect(await createClient().reserve(contoso, 'rows', 6)).toMatchObject({
      isGranted: false,
      reason: 'QuantityOverLimit',
      limit: 5,
      setBy: 'Customer',
    });
  });
});

describe('a reservation', () => {
  it.each(['of a block', 'of the service'])('%s counts once, and never more than it has', async (kind) => {
    if (kind === 'of the service') service.limit = 100;
    const client = createClient();
    await (await reserve(client)).release();
    const reservation = await reserve(client, 5);
    await expect(reservation.commit(6)).rejects.toMatchObject({ code: 'metering.reservation_exceeded' });
    await expect(reservation.commit(-1)).rejects.toMatchObject({ code: 'metering.quantity_negative' });
    await expect(reservation.commit(Number.NaN)).rejects.toMatchObject({ status: 422 });
    await Promise.all([reservation.commit(3), reservation.commit(3), reservation.commit()]);
    await reservation.release();
    const released = await reserve(client, 5);
    await released.release();
    await expect(released.commit()).rejects.toMatchObject({ code: 'metering.reservation_released' });
    await (await reserve(client, 5)).commit(0);
    await client.close();
    expect([service.committed, service.reserved]).toEqual([3, 0]);
  });

  it('with a wrong quantity or tenant is refused', async () => {
    const client = createClient();
    await expect(client.reserve(contoso, 'rows', 0)).rejects.toMatchObject({
      code: 'metering.quantity_zero',
    });
    await expect(client.reserve(contoso, 'rows', -1)).rejects.toMatchObject({
      code: 'metering.quantity_negative',
    });
    await expect(client.reserve('contoso', 'rows', 1)).rejects.toMatchObject({
      code: 'request.validation_failed',
    });
  });
});

describe('in an outage', () => {
  it('is allowed and counted by events, flagged', async () => {
    const client = createClient();
    const stale = record(client, 'stale');
    service.fault = cutConnection;
    const first = await reserve(client, 5);
    const second = await reserve(client, 2);
    expect([first.failedOpen, first.remaining, second.failedOpen]).toEqual([true, null, true]);
    await first.commit(3);
    await second.release();
    service.fault = undefined;
    expect(await client.flush()).toEqual({ sent: 1, refused: 0, dropped: 0 });
    expect(service.events).toMatchObject([{ tenantId: contoso, dimension: 'rows', quantity: 3 }]);
    expect(stale.length).toBe(2);
  });

  it('is refused with failOpen: false', async () => {
    const client = createClient({ failOpen: false });
    service.fault = cutConnection;
    expect(await client.reserve(contoso, 'rows')).toMatchObject({
      isGranted: false,
      reason: 'Unavailable',
      limit: null,
      setBy: null,
    });
  });

  it('goes on with the block, whose commit becomes an event with its id', async () => {
    const client = await withBlock();
    service.fault = cutConnection;
    const reservation = await reserve(client, 5);
    expect(reservation.failedOpen).toBe(false);
    await reservation.commit();
    now += 50_000;
    await client.flush().catch(() => {});
    service.fault = undefined;
    service.lapseAll();
    await client.flush();
    const [id] = [...service.reservations.keys()].slice(-1);
    expect(service.events).toMatchObject([{ id, quantity: 5 }]);
    expect([service.committed, service.sent]).toEqual([1, 5]);
  });

  it('a commit whose response is lost counts once', async () => {
    let isLost = false;
    const losing: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (isLost && String(request[0]).endsWith('/commit')) throw new TypeError('fetch failed');
      return response;
    };
    const client = createClient({ fetch: losing });
    const reservation = await reserve(client, 5);
    isLost = true;
    await reservation.commit();
    isLost = false;
    await client.flush();
    expect([service.committed, service.events.length, service.sent]).toEqual([5, 1, 0]);
  });

  it('the events of a count are one for each unit', async () => {
    service.aggregation = 'Count';
    const client = await withBlock();
    await expect.poll(() => peer.received.some(({ path }) => path.includes('/usage?'))).toBe(true);
    await (await reserve(client, 5)).commit(3);
    service.lapseAll();
    await client.close();
    expect(service.events.map(({ quantity }) => quantity)).toEqual([1, 1, 1]);
  });

  it('a refused credential stops nobody who was granted before', async () => {
    const client = createClient();
    service.fault = problem(401, 'auth.credentials_invalid');
    await expect(client.reserve(contoso, 'rows')).rejects.toMatchObject({ status: 401 });
    service.fault = undefined;
    now += 5_000;
    await reserve(client);
    service.fault = problem(401, 'auth.credentials_invalid');
    expect((await reserve(client, 500)).failedOpen).toBe(true);
  });
});
