import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type MeteringUnderTest,
  startMeteringUnderTest,
} from '../../../tests/support/peers/metering-under-test.ts';
import type { UsageEvent } from '../../core/usage/ports.ts';

let world: MeteringUnderTest;
let events: readonly UsageEvent[];
beforeAll(async () => {
  world = await startMeteringUnderTest();
});
beforeEach(() => {
  world.renew();
  events = Array.from({ length: 8 }, (_, hours) => world.event(hours, { quantity: `${hours + 1}.5` }));
});
afterAll(() => world.stop());

const written = () => {
  const since = new Date(world.now().getTime() - 24 * 3_600_000).toISOString();
  return world.marketplace.usageEvents().filter(({ hour }) => hour > since);
};
const outcomesOf = async () => {
  const answer = await world.send(events);
  if (answer.outcome !== 'answered') throw new Error(answer.reason);
  return answer.items;
};

describe('a call without result', () => {
  it.each([
    ['throttled', 'The marketplace answered 429', 7],
    ['failing', 'The marketplace answered 500', null],
    ['reset-before', 'could not be reached: connection failed.', null],
    ['proxy-page', ': answer unreadable.', null],
  ] as const)(
    'because of %s is undecided as a whole, and succeeds when repeated',
    async (kind, reason, seconds) => {
      world.marketplace.setFault({ kind, times: 1, retryAfterSeconds: 7 });
      expect(await world.send(events)).toEqual({
        outcome: 'undecided',
        reason: expect.stringContaining(reason),
        retryAfterSeconds: seconds,
        isConfiguration: false,
      });
      expect(written()).toEqual([]);
      expect((await outcomesOf()).map(({ outcome }) => outcome)).toEqual(Array(8).fill('accepted'));
    },
  );

  it.each(['reset-after', 'cut'] as const)(
    'though everything was written (%s) is a duplicate of equal quantities when repeated',
    async (kind) => {
      world.marketplace.setFault({ kind, times: 1 });
      expect(await world.send(events)).toMatchObject({ outcome: 'undecided', isConfiguration: false });
      expect(written()).toHaveLength(8);
      expect(await outcomesOf()).toEqual(
        events.map(({ quantity }) => ({ outcome: 'duplicate', acceptedQuantity: quantity })),
      );
      expect(written()).toHaveLength(8);
    },
  );

  it('because of a timeout is undecided', async () => {
    world.renew({ budgetMilliseconds: 50 });
    world.marketplace.setFault({ kind: 'hanging' });
    expect(await world.send([world.event(1)])).toEqual({
      outcome: 'undecided',
      reason: 'There was no response within 0.05 seconds.',
      retryAfterSeconds: null,
      isConfiguration: false,
    });
  });

  it('because of a stop is undecided', async () => {
    world.marketplace.setFault({ kind: 'hanging' });
    const sending = world.send(events);
    await expect.poll(() => world.marketplace.calls().length).toBe(1);
    world.service.stop();
    expect(await sending).toMatchObject({ outcome: 'undecided', reason: 'The sender was stopped.' });
    expect(await world.send(events)).toMatchObject({ outcome: 'undecided' });
  });

  it('because of a refused connection is undecided', async () => {
    const marketplaceUrl = 'http://127.0.0.1:1';
    expect(await world.send(events, { marketplaceUrl })).toMatchObject({
      outcome: 'undecided',
      reason: 'The marketplace could not be reached: connection refused.',
      isConfiguration: false,
    });
  });
});

describe('a response', () => {
  it('that is late is waited for', async () => {
    world.marketplace.setFault({ kind: 'delay', delayMilliseconds: 50 });
    expect((await outcomesOf()).map(({ outcome }) => outcome)).toEqual(Array(8).fill('accepted'));
  });

  it('in another order is matched by its content', async () => {
    await outcomesOf();
    world.marketplace.setFault({ kind: 'shuffled' });
    for (let round = 0; round < 5; round += 1) {
      expect(await outcomesOf()).toEqual(
        events.map(({ quantity }) => ({ outcome: 'duplicate', acceptedQuantity: quantity })),
      );
    }
  });

  it('with missing items leaves those undecided, and repeating settles them', async () => {
    world.marketplace.setFault({ kind: 'missing-items', times: 1 });
    const first = await outcomesOf();
    const open = first.filter(({ outcome }) => outcome === 'undecided');
    expect(open.length).toBeGreaterThan(0);
    for (const item of open) {
      expect(item).toMatchObject({
        reason: expect.stringMatching(/has \d items for 8 events, none for this/),
      });
    }
    expect(first.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(8 - open.length);
    expect((await outcomesOf()).map(({ outcome }) => outcome)).toEqual(Array(8).fill('duplicate'));
  });
});

it('property: repeating until everything is decided writes every event once, whatever fails', async () => {
  const kinds = [
    'reset-before',
    'reset-after',
    'throttled',
    'failing',
    'cut',
    'missing-items',
    'shuffled',
  ] as const;
  for (const kind of kinds) world.marketplace.setFault({ kind, share: 0.25 });
  for (const kind of ['unauthenticated', 'proxy-page', 'error-items'] as const) {
    world.marketplace.setFault({ kind, share: 0.1 });
  }
  let open = [...events];
  for (let round = 0; open.length > 0 && round < 200; round += 1) {
    const answer = await world.send(open);
    if (answer.outcome !== 'answered') continue;
    const undecided = answer.items.map(({ outcome }) => outcome === 'undecided');
    open = open.filter((_, index) => undecided[index]);
  }
  expect(open).toEqual([]);
  expect(
    written()
      .map(({ quantity }) => quantity)
      .toSorted(),
  ).toEqual(events.map(({ quantity }) => Number(quantity)));
});
