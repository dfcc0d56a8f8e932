import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createRandom, shuffled, thinned } from '../shell/random.ts';
import { type EmulatorUnderTest, startEmulatorUnderTest } from './emulator-under-test.fixture.ts';
import { createMarketplaceFaults } from './faults.ts';
import { sampleMarketplace, subscribed, tailspinClient, tailspinTenant } from './sample-directory.ts';
import { startMarketplaceAlone } from './start-alone.ts';

let world: EmulatorUnderTest;
beforeAll(async () => {
  world = await startEmulatorUnderTest();
});
afterAll(() => world.stop());

let day = 0;
beforeEach(() => {
  world.marketplace.clearFaults();
  world.marketplace.clearCalls();
  day += 1;
  world.setNow(new Date(Date.parse('2026-11-15T09:30:00.000Z') + day * 48 * 3_600_000).toISOString());
});

/** Six hours of one resource, as a body. */
const batch = () =>
  JSON.stringify({
    request: Array.from({ length: 6 }, (_, hours) => ({
      resourceId: subscribed,
      planId: 'team',
      dimension: 'projects',
      quantity: hours + 1,
      effectiveStartTime: new Date(world.now().getTime() - hours * 3_600_000).toISOString(),
    })),
  });
const send = () => world.call('batchUsageEvent', { method: 'POST', body: batch() });
const written = () => {
  const since = new Date(world.now().getTime() - 24 * 3_600_000).toISOString();
  return world.marketplace.usageEvents().filter(({ hour }) => hour > since).length;
};

describe('a fault set over HTTP: a request', () => {
  it.each([
    ['throttled', 429, 'TooManyRequests'],
    ['failing', 500, 'InternalServerError'],
    ['unauthenticated', 401, 'Unauthorized'],
    ['forbidden', 403, 'Forbidden'],
  ])('that meets %s is answered %i, and nothing is written', async (kind, status, code) => {
    expect((await world.command(`faults?kind=${kind}&times=1&retryAfterSeconds=7`)).status).toBe(200);
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(kind === 'throttled' ? '7' : null);
    expect(await response.json()).toMatchObject({ code });
    expect(written()).toBe(0);
    expect((await send()).status).toBe(200);
    expect(written()).toBe(6);
  });

  it('that meets refused-batch is answered 400 while the batch has the event', async () => {
    await world.command(`faults?kind=refused-batch&resource=${subscribed}&dimension=exports`);
    expect((await send()).status).toBe(200);
    await world.command(`faults?kind=refused-batch&resource=${subscribed}&dimension=projects`);
    const response = await send();
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'BadArgument', target: 'usageEventRequest' });
    await world.command('faults?kind=refused-batch&resource=another');
    expect((await send()).status).toBe(200);
  });

  it.each([
    ['reset-before', 0],
    ['reset-after', 6],
  ])('that meets %s leaves %i events behind', async (kind, count) => {
    await world.command(`faults?kind=${kind}&times=1`);
    await expect(send()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(written()).toBe(count);
    expect(world.marketplace.calls()[0]).toMatchObject({
      status: 'reset',
      fault: kind,
      outcomes: count === 0 ? '' : 'Accepted 6',
    });
  });

  it('that meets proxy-page gets a page', async () => {
    await world.command('faults?kind=proxy-page');
    const response = await send();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(await response.text()).toContain('<!doctype html>');
    expect(written()).toBe(0);
  });

  it('may be answered with half an answer', async () => {
    await world.command('faults?kind=cut');
    const text = await (await send()).text();
    expect(text).toMatch(/^\{"result":\[\{/);
    expect(() => JSON.parse(text)).toThrow();
    expect(written()).toBe(6);
  });

  it('may be answered late', async () => {
    await world.command('faults?kind=delay&delayMilliseconds=200');
    await world.command('faults?kind=failing');
    const before = performance.now();
    expect((await send()).status).toBe(500);
    expect(performance.now() - before).toBeGreaterThan(195);
    expect(world.marketplace.calls()[0]).toMatchObject({ fault: 'delay, failing', status: 500 });
  });

  it('may be answered in another order', async () => {
    await world.command('faults?kind=shuffled');
    const { count, result } = (await (await send()).json()) as {
      count: number;
      result: { quantity: number }[];
    };
    expect(count).toBe(6);
    const quantities = result.map(({ quantity }) => quantity);
    expect(quantities).not.toEqual([1, 2, 3, 4, 5, 6]);
    expect(quantities.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('may be answered with items missing', async () => {
    await world.command('faults?kind=missing-items');
    const { count, result } = (await (await send()).json()) as { count: number; result: unknown[] };
    expect(count).toBe(6);
    expect(result.length).toBeLessThan(6);
    expect(written()).toBe(6);
  });

  it('may have Error for every item, with nothing stored', async () => {
    await world.command('faults?kind=error-items');
    const { result } = (await (await send()).json()) as { result: unknown[] };
    expect(result).toHaveLength(6);
    expect(result[0]).toMatchObject({ status: 'Error', quantity: 1, error: { code: 'BadArgument' } });
    expect(written()).toBe(0);
  });
});

it('hangs, and closing ends what hangs', async () => {
  const other = await startMarketplaceAlone({
    directory: sampleMarketplace,
    signingKeys: inject('rsaKeys'),
  });
  other.marketplace.setFault({ kind: 'hanging' });
  const hanging = fetch(`${other.marketplace.url}/api/usageEvents`).catch((fault: unknown) => fault);
  await expect.poll(() => other.marketplace.calls().length).toBe(1);
  expect(other.marketplace.calls()[0]).toMatchObject({ status: 'none', fault: 'hanging' });
  await other.close();
  expect(await hanging).toBeInstanceOf(TypeError);
});

describe('a fault', () => {
  it('may be limited to one publisher', async () => {
    world.marketplace.setFault({ kind: 'failing', publisherId: 'tailspin' });
    expect((await send()).status).toBe(200);
    const authorization = `Bearer ${await world.tokenOf(tailspinTenant, tailspinClient)}`;
    const response = await world.call('usageEvents?usageStartDate=2026-11-15', {
      headers: { authorization },
    });
    expect(response.status).toBe(500);
  });

  it('of a batch does not affect or count other requests', async () => {
    world.marketplace.setFault({ kind: 'missing-items', times: 1 });
    expect((await world.call('usageEvents?usageStartDate=2026-11-15')).status).toBe(200);
    expect((await (await send()).json()) as { result: [] }).toMatchObject({ count: 6 });
    const { result } = (await (await send()).json()) as { result: unknown[] };
    expect(result).toHaveLength(6);
  });

  it.each([
    ['faults'],
    ['faults?kind=odd'],
    ['faults?kind=failing&times=0'],
    ['faults?kind=failing&times=x'],
    ['faults?kind=failing&share=2'],
    ['faults?kind=failing&share=half'],
    ['faults?kind=delay&delayMilliseconds=-1'],
  ])('told as %s is refused', async (text) => {
    expect((await world.command(text)).status).toBe(400);
    expect((await send()).status).toBe(200);
  });
});

describe('randomness', () => {
  const call = { publisherId: undefined, isBatch: true, holds: () => true };
  const strikes = (seed: number) => {
    const faults = createMarketplaceFaults(seed);
    faults.set({ kind: 'failing', share: 0.25 });
    return Array.from({ length: 1_000 }, () => faults.next(call).length > 0);
  };

  it('follows the seed and the share', () => {
    expect(strikes(7)).toEqual(strikes(7));
    expect(strikes(7)).not.toEqual(strikes(8));
    const count = strikes(7).filter(Boolean).length;
    expect(count).toBeGreaterThan(200);
    expect(count).toBeLessThan(300);
  });

  it('ends after its number of requests, and the first fault set goes first', () => {
    const faults = createMarketplaceFaults(1);
    faults.set({ kind: 'failing', share: 0.5, times: 3 });
    faults.set({ kind: 'throttled', times: 1 });
    const met = Array.from({ length: 50 }, () => faults.next(call).at(0)?.kind);
    expect(met.filter((kind) => kind === 'failing')).toHaveLength(3);
    expect(met.filter((kind) => kind === 'throttled')).toHaveLength(1);
    expect(faults.list()).toEqual([]);
  });

  it('always changes the order and always removes items', () => {
    const random = createRandom(3);
    for (let round = 0; round < 200; round += 1) {
      expect(shuffled(['a', 'b'], random)).toEqual(['b', 'a']);
      expect(thinned(['a', 'b', 'c'], random).length).toBeLessThan(3);
    }
    expect(shuffled(['a'], random)).toEqual(['a']);
  });
});
