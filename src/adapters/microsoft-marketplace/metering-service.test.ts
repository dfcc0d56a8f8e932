import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  alsoSubscribed,
  pending,
  subscribed,
  suspended,
  tailspinClient,
  tailspins,
  unsubscribed,
} from '../../../emulators/microsoft-marketplace/sample-directory.ts';
import {
  type MeteringUnderTest,
  startMeteringUnderTest,
} from '../../../tests/support/peers/metering-under-test.ts';
import type { UsageEvent } from '../../core/usage/ports.ts';

const minute = 60_000;
const hour = 60 * minute;
const accepted = { outcome: 'accepted', usageEventId: expect.stringMatching(/^[0-9a-f-]{36}$/) };

let world: MeteringUnderTest;
beforeAll(async () => {
  world = await startMeteringUnderTest();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

const answered = (...items: unknown[]) => ({ outcome: 'answered', items });

describe('a batch', () => {
  it('is accepted, and a duplicate the second time', async () => {
    const events = [world.event(1), world.event(2, { quantity: '0.000001' })];
    expect(await world.send(events)).toEqual(answered(accepted, accepted));
    expect(await world.send(events)).toEqual(
      answered(
        { outcome: 'duplicate', acceptedQuantity: '12.5' },
        { outcome: 'duplicate', acceptedQuantity: '0.000001' },
      ),
    );
  });

  it('of 0 events needs no call; more than 25 throw', async () => {
    expect(await world.send([])).toEqual(answered());
    const many = Array.from({ length: 26 }, (_, index) => world.event(index));
    await expect(world.send(many)).rejects.toThrow(RangeError);
    expect(world.marketplace.calls()).toEqual([]);
  });

  it('may have 25 events, with resources in any letter case', async () => {
    const events = Array.from({ length: 25 }, (_, index) =>
      world.event(index % 20, { resourceId: index < 20 ? subscribed : alsoSubscribed.toUpperCase() }),
    );
    expect(await world.send(events)).toEqual(answered(...Array(25).fill(accepted)));
  });

  it.each(['0.1', '0.3', '1', '123.456789', '999999999.999999', '1000000000', '0.000001', '100', '4.35'])(
    'transfers the quantity %s exactly in both directions',
    async (quantity) => {
      const event = world.event(1, { quantity });
      await world.send([event]);
      expect(world.marketplace.usageEvents().at(-1)?.quantity).toBe(Number(quantity));
      expect(await world.send([event])).toEqual(
        answered({ outcome: 'duplicate', acceptedQuantity: quantity }),
      );
    },
  );

  it('returns the first quantity of a duplicate, whatever its minute', async () => {
    await world.send([world.event(1, { quantity: '5' })]);
    expect(await world.send([world.event(1, { quantity: '9' })])).toEqual(
      answered({ outcome: 'duplicate', acceptedQuantity: '5' }),
    );
  });
});

describe('every status of the marketplace', () => {
  const rejections: [string, string, Partial<UsageEvent>][] = [
    ['ResourceNotFound', 'resourceId', { resourceId: '33333333-3333-4333-8333-000000000003' }],
    ['ResourceNotAuthorized', 'resourceId', { resourceId: tailspins }],
    ['ResourceNotActive', 'resourceId', { resourceId: suspended }],
    ['ResourceNotActive', 'resourceId', { resourceId: pending }],
    ['ResourceNotActive', 'resourceId', { resourceId: unsubscribed }],
    ['InvalidDimension', 'dimension', { dimension: 'miles' }],
    ['InvalidQuantity', 'quantity', { quantity: '0' }],
    ['BadArgument', 'planId', { planId: 'golden' }],
  ];
  it.each(rejections)(
    '%s for the %s is a rejection with its reason (%#)',
    async (status, target, changes) => {
      expect(await world.send([world.event(1, changes), world.event(2)])).toEqual(
        answered({ outcome: 'rejected', status, reason: expect.stringContaining(`${target}: `) }, accepted),
      );
    },
  );

  it('Expired is returned for an old and for a future hour', async () => {
    expect(await world.send([world.event(24), world.event(23)])).toEqual(
      answered({ outcome: 'expired', reason: expect.stringContaining('effectiveStartTime') }, accepted),
    );
    expect(await world.send([world.event(-1)])).toEqual(
      answered({ outcome: 'expired', reason: expect.any(String) }),
    );
  });

  it('Error is undecided', async () => {
    world.marketplace.setFault({ kind: 'error-items', times: 1 });
    const event = world.event(1);
    expect(await world.send([event])).toEqual(
      answered({ outcome: 'undecided', reason: expect.stringContaining('answered Error') }),
    );
    expect(await world.send([event])).toEqual(answered(accepted));
  });
});

describe('a token', () => {
  it('is fetched once for concurrent callers, and renewed shortly before it expires', async () => {
    await Promise.all([1, 2, 3].map((hours) => world.send([world.event(hours)])));
    expect(world.tokenRequests()).toBe(1);
    // A token is valid for at most 90 minutes.
    world.advance(90 * minute);
    expect(await world.send([world.event(1)])).toEqual(answered(accepted));
    expect(world.tokenRequests()).toBe(2);
  });

  it.each(['unauthenticated', 'forbidden'] as const)('that is refused (%s) is renewed once', async (kind) => {
    const event = world.event(1);
    await world.send([event]);
    world.marketplace.setFault({ kind, times: 1 });
    expect(await world.send([event])).toMatchObject(answered({ outcome: 'duplicate' }));
    expect(world.tokenRequests()).toBe(2);

    world.marketplace.clearCalls();
    world.marketplace.setFault({ kind });
    expect(await world.send([event])).toMatchObject({ outcome: 'undecided', isConfiguration: true });
    expect(world.marketplace.calls()).toHaveLength(2);
    expect(world.tokenRequests()).toBe(3);
  });

  it('of an application without offer is a configuration error', async () => {
    world.marketplace.registerPublisher({
      id: 'contoso',
      tenantId: world.connection.tenantId,
      clientId: tailspinClient,
      offers: [],
    });
    expect(await world.send([world.event(1)])).toEqual({
      outcome: 'undecided',
      reason: expect.stringMatching(/^The marketplace answered 403 \(request [0-9a-f-]{36}\)\.$/),
      retryAfterSeconds: null,
      isConfiguration: true,
    });
  });

  it('that is not granted is a configuration error, and a corrected secret is used at once', async () => {
    const event = world.event(1);
    expect(await world.send([event], { credential: { kind: 'secret', clientSecret: 'wrong' } })).toEqual({
      outcome: 'undecided',
      reason: 'The token endpoint answered 401: invalid_client AADSTS7000215.',
      retryAfterSeconds: null,
      isConfiguration: true,
    });
    expect(world.marketplace.calls()).toEqual([]);
    expect(await world.send([event])).toEqual(answered(accepted));
  });
});

describe('an address', () => {
  it.each([
    [{ marketplaceUrl: 'http://marketplace.example' }, 'marketplace'],
    [{ marketplaceUrl: 'nonsense' }, 'marketplace'],
    [{ authUrl: 'http://login.example' }, 'token'],
  ])('that is not safe is never called: %o', async (changes, which) => {
    expect(await world.send([world.event(1)], changes)).toMatchObject({
      outcome: 'undecided',
      reason: expect.stringContaining(`The ${which} address must be https`),
      isConfiguration: true,
    });
    expect(world.tokenRequests()).toBe(0);
  });

  it("may end with a slash or with the API's name", async () => {
    const { marketplaceUrl } = world.connection;
    for (const [index, ending] of ['/', '/api', '/api/'].entries()) {
      const changes = { marketplaceUrl: marketplaceUrl + ending };
      expect(await world.send([world.event(index)], changes)).toEqual(answered(accepted));
    }
  });

  it('that returns 404 is a configuration error', async () => {
    const marketplaceUrl = `${world.connection.marketplaceUrl}/elsewhere`;
    expect(await world.send([world.event(1)], { marketplaceUrl })).toMatchObject({
      outcome: 'undecided',
      reason: expect.stringContaining('answered 404'),
      isConfiguration: true,
    });
  });
});

describe('the list of usage', () => {
  const read = (days: number) =>
    world.service.readUsage(
      world.connection,
      new Date(world.now().getTime() - days * 24 * hour),
      world.now(),
    );

  it('is read by day, without floating point errors', async () => {
    await world.send([
      world.event(0, { quantity: '0.1' }),
      world.event(1, { quantity: '0.2' }),
      world.event(10, { quantity: '1000000000' }),
      world.event(1, { quantity: '7', dimension: 'exports' }),
    ]);
    const today = world.now().toISOString().slice(0, 10);
    const row = { resourceId: subscribed, planId: 'team', dimension: 'projects', processedQuantity: '0' };
    const answer = await read(1);
    expect(answer).toMatchObject({ outcome: 'read' });
    if (answer.outcome !== 'read') throw new Error('not read');
    const yesterday = new Date(world.now().getTime() - 10 * hour).toISOString().slice(0, 10);
    expect(answer.rows).toEqual([
      { ...row, day: today, submittedQuantity: '0.3', reconciliationStatus: 'Submitted' },
      {
        ...row,
        day: yesterday,
        submittedQuantity: '1000000000',
        processedQuantity: '1000000000',
        reconciliationStatus: 'Accepted',
      },
      { ...row, day: today, dimension: 'exports', submittedQuantity: '7', reconciliationStatus: 'Submitted' },
    ]);
    expect(await read(0)).toMatchObject({ outcome: 'read', rows: [{ day: today }, { day: today }] });
  });

  it('may be empty', async () => {
    expect(await read(0)).toEqual({ outcome: 'read', rows: [] });
  });

  it.each([
    ['throttled', { retryAfterSeconds: 7, isConfiguration: false }],
    ['forbidden', { retryAfterSeconds: null, isConfiguration: true }],
    ['proxy-page', { retryAfterSeconds: null, isConfiguration: false }],
    ['cut', { retryAfterSeconds: null, isConfiguration: false }],
    ['reset-after', { retryAfterSeconds: null, isConfiguration: false }],
  ] as const)('that meets %s is unavailable', async (kind, expected) => {
    await world.send([world.event(1)]);
    world.marketplace.setFault({ kind, retryAfterSeconds: 7 });
    expect(await read(0)).toMatchObject({ outcome: 'unavailable', reason: expect.any(String), ...expected });
  });
});
