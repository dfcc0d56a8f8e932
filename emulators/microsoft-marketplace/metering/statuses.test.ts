import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EmulatorUnderTest,
  type SentItem,
  startEmulatorUnderTest,
} from '../emulator-under-test.fixture.ts';
import {
  pending,
  sampleMarketplace,
  subscribed,
  suspended,
  tailspins,
  unsubscribed,
} from '../sample-directory.ts';

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const noon = '2026-11-15T12:00:00.000Z';

let world: EmulatorUnderTest;
let day = 0;
beforeAll(async () => {
  world = await startEmulatorUnderTest();
});
afterAll(() => world.stop());

/** Every test has its own day, so that no hour has a report yet. */
beforeEach(() => {
  day += 1;
  world.setNow(new Date(Date.parse(noon) + day * 48 * 60 * 60_000).toISOString());
  sampleMarketplace.subscriptions.forEach(world.marketplace.registerSubscription);
});

/** An event of eleven o'clock that would be accepted. */
const good = (changes: SentItem = {}): SentItem => ({
  resourceId: subscribed,
  quantity: 5,
  dimension: 'projects',
  effectiveStartTime: at(-60),
  planId: 'team',
  ...changes,
});
/** The time this many minutes from noon, without a zone. */
const at = (minutes: number) =>
  new Date(world.now().getTime() + minutes * 60_000).toISOString().replace('.000Z', '');

describe('an accepted event', () => {
  it('is echoed with its id and time', async () => {
    const expected = {
      usageEventId: expect.stringMatching(guid),
      status: 'Accepted',
      messageTime: world.now().toISOString(),
      ...good(),
    };
    expect(await world.send(good())).toMatchObject({ status: 200, body: expected });
    const item = good({ dimension: 'exports', quantity: 0.000001 });
    const { status, body } = await world.sendBatch([item]);
    expect(status).toBe(200);
    expect(body).toEqual({ count: 1, result: [{ ...expected, ...item }] });
  });

  it.each([
    ['of the offer’s other plan', { planId: 'solo' }],
    ['with minutes', { effectiveStartTime: '' }],
    ['of this very instant', { effectiveStartTime: '' }],
    ['just young enough', { effectiveStartTime: '' }],
    ['with unknown members', { colour: 'blue' }],
  ])('may be one %s', async (name, changes) => {
    const times: Record<string, string> = {
      'with minutes': `${at(-59)}.1234567Z`,
      'of this very instant': at(0),
      'just young enough': at(1 - 24 * 60),
    };
    const { body } = await world.sendBatch([
      good({ ...changes, effectiveStartTime: times[name] ?? at(-60) }),
    ]);
    expect(body.result).toMatchObject([{ status: 'Accepted' }]);
  });
});

describe('one event for each hour', () => {
  it('the first write wins, and the answer has its quantity', async () => {
    await world.sendBatch([good({ effectiveStartTime: at(-59) })]);
    const { body } = await world.sendBatch([good({ quantity: 9 })]);
    const acceptedMessage = {
      usageEventId: expect.stringMatching(guid),
      status: 'Duplicate',
      messageTime: world.now().toISOString(),
      ...good({ effectiveStartTime: at(-59) }),
    };
    const conflict = { code: 'Conflict', message: expect.any(String), additionalInfo: { acceptedMessage } };
    // The order of the members is the recorded one.
    expect(Object.keys(body)).toEqual(['result', 'count']);
    expect(body.result.map(({ error }) => Object.keys(error ?? {}))).toContainEqual([
      'additionalInfo',
      'message',
      'code',
    ]);
    expect(body.result).toEqual([
      {
        status: 'Duplicate',
        messageTime: world.now().toISOString(),
        error: conflict,
        ...good({ quantity: 9 }),
      },
    ]);
    const alone = await world.send(good({ quantity: 9 }));
    expect(alone).toMatchObject({ status: 409, body: conflict });
    expect(Object.keys(alone.body)).toEqual(['additionalInfo', 'message', 'code']);
    expect(world.marketplace.usageEvents().filter(({ hour }) => hour === `${at(-60)}.000Z`)).toMatchObject([
      { quantity: 5 },
    ]);
  });

  it('applies within a batch, and to each resource, dimension and hour separately', async () => {
    const { body } = await world.sendBatch([
      good(),
      good({ quantity: 6 }),
      good({ resourceId: String(subscribed).toUpperCase() }),
      good({ planId: 'solo' }),
      good({ dimension: 'exports' }),
      good({ effectiveStartTime: at(-61) }),
      good({ effectiveStartTime: at(0) }),
    ]);
    expect(body.count).toBe(7);
    expect(body.result.map(({ status }) => status)).toEqual([
      'Accepted',
      'Duplicate',
      'Duplicate',
      'Duplicate',
      'Accepted',
      'Accepted',
      'Accepted',
    ]);
  });
});

describe('a refused event', () => {
  const unknown = '33333333-3333-4333-8333-000000000003';
  const hour = 60;
  const cases: [string, string, () => SentItem][] = [
    ['Expired', 'effectiveStartTime', () => ({ effectiveStartTime: at(-24 * hour) })],
    ['Expired', 'effectiveStartTime', () => ({ effectiveStartTime: at(1) })],
    ['ResourceNotFound', 'resourceId', () => ({ resourceId: unknown })],
    ['ResourceNotFound', 'resourceId', () => ({ resourceId: '__proto__' })],
    ['ResourceNotActive', 'resourceId', () => ({ resourceId: suspended })],
    ['ResourceNotActive', 'resourceId', () => ({ resourceId: pending })],
    ['ResourceNotActive', 'resourceId', () => ({ resourceId: unsubscribed })],
    ['InvalidDimension', 'dimension', () => ({ dimension: 'miles' })],
    ['InvalidDimension', 'dimension', () => ({ planId: 'solo', dimension: 'exports' })],
    ['InvalidQuantity', 'quantity', () => ({ quantity: 0 })],
    ['InvalidQuantity', 'quantity', () => ({ quantity: -1 })],
    ['BadArgument', 'quantity', () => ({ quantity: '5' })],
    ['BadArgument', 'quantity', () => ({ quantity: undefined })],
    ['BadArgument', 'planId', () => ({ planId: 'golden' })],
    ['BadArgument', 'planId', () => ({ planId: undefined })],
    ['BadArgument', 'dimension', () => ({ dimension: '' })],
    ['BadArgument', 'resourceId', () => ({ resourceId: undefined })],
    ['BadArgument', 'resourceUri', () => ({ resourceUri: '/subscriptions/x' })],
    ['BadArgument', 'effectiveStartTime', () => ({ effectiveStartTime: 'yesterday' })],
    ['BadArgument', 'effectiveStartTime', () => ({ effectiveStartTime: 1 })],
  ];

  it.each(cases)('is %s for its %s, alone and in a batch (%#)', async (status, target, changes) => {
    const item = good(changes());
    const before = world.marketplace.usageEvents().length;
    const error = (spelt: string) => ({
      code: 'BadArgument',
      message: expect.any(String),
      target: 'usageEventRequest',
      details: [{ code: 'BadArgument', message: expect.any(String), target: spelt }],
    });
    const batch = await world.sendBatch([item]);
    expect([batch.status, batch.body]).toEqual([
      200,
      {
        count: 1,
        result: [
          {
            ...JSON.parse(JSON.stringify(item)),
            status,
            messageTime: world.now().toISOString(),
            error: error(target),
          },
        ],
      },
    ]);
    const alone = await world.send(item);
    expect(alone.status).toBe(400);
    expect(alone.body).toEqual(error(target === 'resourceId' ? 'ResourceId' : target));
    expect(world.marketplace.usageEvents()).toHaveLength(before);
  });

  it('is ResourceNotAuthorized for another publisher’s resource; alone that is 403', async () => {
    const item = good({ resourceId: tailspins });
    expect((await world.sendBatch([item])).body.result).toMatchObject([
      { status: 'ResourceNotAuthorized', error: { details: [{ target: 'resourceId' }] } },
    ]);
    expect(await world.send(item)).toMatchObject({ status: 403, body: { code: 'Forbidden' } });
  });
});

describe('a subscription’s state', () => {
  it('when cancelled, still accepts the hours before', async () => {
    world.marketplace.changeState(subscribed, 'Unsubscribed');
    const { body } = await world.sendBatch([good(), good({ effectiveStartTime: at(0) })]);
    expect(body.result.map(({ status }) => status)).toEqual(['Accepted', 'ResourceNotActive']);
    world.marketplace.changeState(subscribed, 'Unsubscribed');
    world.setNow(`${at(60)}Z`);
    const later = await world.sendBatch([
      good({ effectiveStartTime: at(-180) }),
      good({ effectiveStartTime: at(-60) }),
    ]);
    expect(later.body.result.map(({ status }) => status)).toEqual(['Accepted', 'ResourceNotActive']);
  });

  it('when suspended, refuses all hours until it is subscribed again', async () => {
    const statusOf = async () => (await world.sendBatch([good()])).body.result[0]?.status;
    world.marketplace.changeState(subscribed, 'Suspended');
    expect(await statusOf()).toBe('ResourceNotActive');
    world.marketplace.changeState(subscribed, 'Unsubscribed');
    expect(await statusOf()).toBe('ResourceNotActive');
    world.marketplace.changeState(subscribed, 'Subscribed');
    expect(await statusOf()).toBe('Accepted');
  });
});
