import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, note, order, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import {
  type TestClient,
  type TestResponse,
  World,
  withKey,
  withToken,
} from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { createSubscription } from '../../../actions/subscriptions/create-subscription.ts';

const path = '/api/v1/metered-usage';
const hour = 3_600_000;

let world: World;
let client: TestClient;
let tenantId: string;

const meter = (id: string) => ({ id, name: id, unit: 'unit' });
const sold = (planId: string, ...dimensions: string[]) => [
  { sourceName: 'Shop', offerId: 'forum', planId, dimensions: dimensions.map(meter) },
];

beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  const forum = product('forum', {
    plans: [
      plan('basic', { marketplace: sold('basic', 'posts', 'calls') }),
      plan('more', { marketplace: sold('more', 'posts') }),
      plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser', marketplace: sold('seats') }),
      plan('plain', { marketplace: sold('plain') }),
    ],
  });
  done(await addProduct(world.context, workspaceId, forum));
  done(await addProduct(world.context, workspaceId, product('mosaic')));
  client = await world.client(workspaceId);
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.forward(48 * hour);
  tenantId = newTenant();
});

const hoursAgo = (hours: number) => new Date(world.clock.now().getTime() - hours * hour).toISOString();
const record = (rest: object = {}) => ({
  tenantId,
  product: 'forum',
  dimension: 'posts',
  quantity: 12.5,
  usageStartAt: hoursAgo(3),
  ...rest,
});

function post(body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return world.call(path, {
    method: 'POST',
    headers: { ...withKey(client), 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
const report = (...records: object[]) => post({ records });

/** A marketplace subscription that has been active for two days. */
async function bought(rest: Partial<Parameters<typeof order>[0]> = {}): Promise<string> {
  const id = await subscribe(world, client.workspaceId, {
    tenantId,
    source: 'Marketplace',
    marketplaceSubscriptionId: crypto.randomUUID(),
    ...rest,
  });
  world.clock.forward(48 * hour);
  return id;
}

describe('200', () => {
  it('Recorded: one report for the hour, with all members', async () => {
    const subscriptionId = await bought();
    const answer = await report(record({ usageStartAt: hoursAgo(3).replace('Z', '+00:00') }));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      recorded: 1,
      refused: 0,
      results: [
        {
          index: 0,
          outcome: 'Recorded',
          reportId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          subscriptionId,
          status: 'Pending',
          dimension: 'posts',
          quantity: 12.5,
          usageStartAt: hoursAgo(3),
          usageEndAt: hoursAgo(2),
          error: null,
        },
      ],
    });
  });

  it('truncates to the UTC hour', async () => {
    await bought();
    const late = new Date(Date.parse(hoursAgo(3)) + hour - 1).toISOString();
    const { body } = await report(record({ usageStartAt: late }));
    expect(body.results[0].usageStartAt).toBe(hoursAgo(3));
  });

  it('Unchanged and Replaced, in one request in the order sent', async () => {
    await bought();
    const outcomes = async (...records: object[]) =>
      (await report(...records)).body.results.map((one: { outcome: string }) => one.outcome);
    expect(await outcomes(record())).toEqual(['Recorded']);
    expect(await outcomes(record())).toEqual(['Unchanged']);
    expect(await outcomes(record({ quantity: 13 }))).toEqual(['Replaced']);
    expect(
      await outcomes(
        record({ quantity: 14 }),
        record({ quantity: 14 }),
        record({ quantity: 15 }),
        record({ dimension: 'calls' }),
      ),
    ).toEqual(['Replaced', 'Unchanged', 'Replaced', 'Recorded']);
    const stored = await world.database
      .selectFrom('usage_reports')
      .select(['dimension', 'quantity'])
      .orderBy('dimension')
      .where('workspace_id', '=', client.workspaceId)
      .orderBy('first_recorded_at', 'desc')
      .execute();
    expect(stored.filter(({ quantity }) => quantity === '15.000000')).toHaveLength(1);
  });

  it('a quantity of 0 is Skipped, and another quantity replaces it', async () => {
    await bought();
    expect((await report(record({ quantity: 0 }))).body).toMatchObject({
      recorded: 1,
      results: [{ outcome: 'Recorded', status: 'Skipped', quantity: 0 }],
    });
    expect((await report(record({ quantity: 2 }))).body.results[0]).toMatchObject({
      outcome: 'Replaced',
      status: 'Pending',
    });
  });

  it.each([0.000001, 1_000_000_000, 999_999_999.999999, 1e-6, 0.1 + 0.2 - 0.3 + 0.3])(
    'stores %d exactly',
    async (quantity) => {
      await bought();
      const exact = Math.round(quantity * 1e6) / 1e6;
      expect((await report(record({ quantity: exact }))).body.results[0].quantity).toBe(exact);
      expect((await report(record({ quantity: exact }))).body.results[0].outcome).toBe('Unchanged');
    },
  );

  it('a refused record does not affect others, and results are in the order sent', async () => {
    await bought();
    const { body } = await report(record({ quantity: -1 }), record(), record({ dimension: 'likes' }));
    expect(body).toMatchObject({ recorded: 1, refused: 2 });
    expect(
      body.results.map(({ index, outcome }: { index: number; outcome: string }) => [index, outcome]),
    ).toEqual([
      [0, 'Refused'],
      [1, 'Recorded'],
      [2, 'Refused'],
    ]);
  });

  it('accepts 100 records in one request', async () => {
    await bought();
    const records = Array.from({ length: 100 }, (_, index) =>
      record({ quantity: index + 1, usageStartAt: hoursAgo(1 + (index % 20)) }),
    );
    expect((await report(...records)).body).toMatchObject({ recorded: 100, refused: 0 });
  });
});

describe('refused records, with code, status and args', () => {
  const cases: [string, number, object, () => Promise<object>][] = [
    [
      'request.validation_failed',
      400,
      { issues: [{ path: 'quantity', rule: 'decimals' }] },
      async () => record({ quantity: 0.0000001 }),
    ],
    [
      'request.validation_failed',
      400,
      { issues: [{ path: 'quantity', rule: 'maximum' }] },
      async () => record({ quantity: 1e9 + 1 }),
    ],
    [
      'request.validation_failed',
      400,
      { issues: [{ path: 'quantity', rule: 'type' }] },
      async () => record({ quantity: '5' }),
    ],
    [
      'request.validation_failed',
      400,
      { issues: [{ path: 'tenantId', rule: 'format' }] },
      async () => record({ tenantId: 'contoso' }),
    ],
    [
      'request.validation_failed',
      400,
      { issues: [{ path: 'usageStartAt', rule: 'format' }] },
      async () => record({ usageStartAt: 'noon' }),
    ],
    [
      'metering.window_not_ended',
      422,
      {},
      async () => {
        await bought();
        return record({ usageStartAt: world.clock.now().toISOString() });
      },
    ],
    [
      'metering.window_too_old',
      422,
      {},
      async () => {
        await bought();
        return record({ usageStartAt: hoursAgo(25) });
      },
    ],
    ['metering.subscription_not_found', 404, {}, async () => record()],
    ['metering.subscription_not_found', 404, {}, async () => record({ product: 'viaduct' })],
    [
      'request.validation_failed',
      400,
      { issues: [{ path: 'product', rule: 'text' }] },
      async () => record({ product: 'forum\0' }),
    ],
    [
      'request.validation_failed',
      400,
      { issues: [{ path: 'tenantId', rule: 'format' }] },
      async () => record({ tenantId: `urn:uuid:${tenantId}` }),
    ],
    [
      'request.validation_failed',
      400,
      { issues: [{ path: 'usageStartAt', rule: 'format' }] },
      async () => record({ usageStartAt: hoursAgo(3).replace(':00.000Z', ':60Z') }),
    ],
    [
      'metering.subscription_not_found',
      404,
      {},
      async () => {
        await bought();
        return record({ plan: 'gold' });
      },
    ],
    [
      'metering.subscription_ambiguous',
      409,
      { plans: ['basic', 'more'], subscriptions: [expect.any(String), expect.any(String)] },
      async () => {
        await bought();
        await bought({ plan: 'more' });
        return record();
      },
    ],
    [
      'metering.marketplace_subscription_missing',
      422,
      {},
      async () => {
        await bought({ source: 'Direct', marketplaceSubscriptionId: null });
        return record();
      },
    ],
    [
      'metering.not_metered',
      422,
      { plan: 'seats' },
      async () => {
        await bought({ plan: 'seats', quantity: 3 });
        return record();
      },
    ],
    [
      'metering.not_metered',
      422,
      { plan: 'plain' },
      async () => {
        await bought({ plan: 'plain' });
        return record();
      },
    ],
    [
      'metering.unknown_dimension',
      422,
      { dimensions: ['calls', 'posts'] },
      async () => {
        await bought();
        return record({ dimension: 'Posts' });
      },
    ],
    [
      'metering.subscription_not_active',
      409,
      { subscriptionStatus: 'Pending' },
      async () => {
        const requested = order({
          tenantId,
          source: 'Marketplace',
          marketplaceSubscriptionId: crypto.randomUUID(),
        });
        done(await createSubscription(world.context, client.workspaceId, requested, note));
        return record();
      },
    ],
    [
      'metering.window_already_reported',
      409,
      { reportedQuantity: 12.5 },
      async () => {
        const subscriptionId = await bought();
        await report(record());
        await world.database
          .updateTable('usage_reports')
          .set({ attempts: 1 })
          .where('subscription_id', '=', subscriptionId)
          .execute();
        return record({ quantity: 13 });
      },
    ],
  ];
  it.each(cases)('%s (%i) %j', async (code, status, args, prepare) => {
    const { status: answered, body } = await report(await prepare());
    expect(answered).toBe(200);
    expect(body.results[0]).toMatchObject({
      outcome: 'Refused',
      reportId: null,
      status: null,
      error: { code, status, args },
    });
  });

  it.each([
    ['1000000000.0000000001', 'decimals'],
    ['1e-400', 'decimals'],
    ['-1e-400', 'decimals'],
    ['12.50000000000000000000001', 'decimals'],
    ['1e400', 'maximum'],
  ])('quantities are parsed as written: %s violates %s', async (written, rule) => {
    await bought();
    const body = JSON.stringify({ records: [record({ quantity: 0.125 }), record()] });
    const answer = await post(body.replace('0.125', written));
    expect(answer.body.results[0].error?.args.issues).toMatchObject([{ path: 'quantity', rule }]);
    expect(answer.body.results[1].outcome).toBe('Recorded');
  });

  it.each([
    ['1.25e1', 12.5],
    ['12.5000000000000000000', 12.5],
    ['0.00001250000000000000000E+6', 12.5],
    ['0e-400', 0],
  ])('quantities are parsed as written: %s is %d', async (written, expected) => {
    await bought();
    const body = JSON.stringify({ records: [record({ quantity: 0.125 })] });
    const answer = await post(body.replace('0.125', written));
    expect(answer.body.results[0]).toMatchObject({ outcome: 'Recorded', quantity: expected });
  });

  it('names the end of an hour, and the oldest allowed hour', async () => {
    await bought();
    const now = world.clock.now();
    const { body } = await report(
      record({ usageStartAt: now.toISOString() }),
      record({ usageStartAt: hoursAgo(30) }),
    );
    expect(body.results[0].error.args).toEqual({
      windowEndsAt: new Date(now.getTime() + hour).toISOString(),
    });
    expect(body.results[1].error.args).toEqual({ oldestAllowed: hoursAgo(24) });
    expect((await report(record({ usageStartAt: hoursAgo(24) }))).body.results[0].outcome).toBe('Recorded');
  });

  it('hours that started before a suspension or a cancellation are accepted', async () => {
    const subscriptionId = await bought();
    world.clock.forward(hour / 2);
    await move(world, client.workspaceId, subscriptionId, { type: 'suspend' });
    const suspendedAt = world.clock.now();
    world.clock.forward(5 * hour);
    const before = new Date(suspendedAt.getTime() - 1).toISOString();
    const after = new Date(suspendedAt.getTime() + hour).toISOString();
    const { body } = await report(record({ usageStartAt: before }), record({ usageStartAt: after }));
    expect(body.results[0].outcome).toBe('Recorded');
    expect(body.results[1].error).toMatchObject({
      code: 'metering.subscription_not_active',
      args: {
        subscriptionStatus: 'Suspended',
        since: suspendedAt.toISOString(),
        activeFrom: expect.any(String),
        activeUntil: suspendedAt.toISOString(),
      },
    });
  });

  it('a record names the subscription when several match', async () => {
    await bought();
    const more = await bought({ plan: 'more' });
    const { body } = await report(
      record({ subscriptionId: more.toUpperCase() }),
      record({ subscriptionId: 'x' }),
    );
    expect(body.results[0]).toMatchObject({ outcome: 'Recorded', subscriptionId: more });
    expect(body.results[1].error).toMatchObject({
      code: 'request.validation_failed',
      args: { issues: [{ path: 'subscriptionId', rule: 'format' }] },
    });
  });

  it('api_client.product_not_allowed, without information about another workspace', async () => {
    await bought();
    const few = await world.client(client.workspaceId, { products: ['mosaic'] });
    const refused = await post({ records: [record()] }, withKey(few));
    expect(refused.body.results[0].error).toEqual({
      code: 'api_client.product_not_allowed',
      status: 403,
      args: { product: 'forum' },
    });
    const stranger = await world.client(await world.workspace());
    const unknown = await post({ records: [record()] }, withKey(stranger));
    expect(unknown.body.results[0].error.code).toBe('metering.subscription_not_found');
  });
});

describe('refused requests', () => {
  it.each<[string, unknown, string]>([
    ['not JSON', '{', ''],
    ['no object', [], ''],
    ['no records', {}, 'records'],
    ['records that are none', { records: 'many' }, 'records'],
    ['none', { records: [] }, 'records'],
    ['over 100', { records: Array.from({ length: 101 }, () => ({})) }, 'records'],
    ['an item that is no object', { records: [{}, 7] }, 'records.1'],
  ])('400 request.validation_failed: %s', async (_case, body, issue) => {
    const answer = await post(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
    expect(answer.body.args.issues[0].path).toBe(issue);
  });

  it('403: without the scope or the role', async () => {
    const narrow = await world.client(client.workspaceId, { scopes: ['catalogue:read'] });
    const scope = await post({ records: [record()] }, withKey(narrow));
    expect(scope.body).toMatchObject({
      status: 403,
      code: 'api_client.scope_not_allowed',
      args: { requiredScope: 'usage:write' },
    });
    const applicationId = world.application(['Catalogue.Read.All']);
    await world.activate(client, applicationId);
    const { 'x-api-key': _, ...headers } = {
      'x-api-key': '',
      'content-type': 'application/json',
      ...withToken(await world.token(applicationId)),
    };
    const role = await world.call(path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ records: [record()] }),
    });
    expect(role.body).toMatchObject({
      status: 403,
      code: 'auth.forbidden',
      args: { requiredRole: 'Usage.Write.All' },
    });
  });
});

describe('Idempotency-Key', () => {
  const withIdempotency = (key: string) => ({ 'idempotency-key': key });

  it('same key and body: returns the stored response, quoted or bare', async () => {
    await bought();
    const body = { records: [record()] };
    const first = await post(body, withIdempotency('"one"'));
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const again = await post(body, withIdempotency('one'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    expect(again.body.results[0].outcome).toBe('Recorded');
  });

  it('422 request.idempotency_key_reused: same key with another body; keys are per client', async () => {
    await bought();
    await post({ records: [record()] }, withIdempotency('two'));
    const other = await post({ records: [record({ quantity: 1 })] }, withIdempotency('two'));
    expect([other.status, other.body.code]).toEqual([422, 'request.idempotency_key_reused']);
    const neighbour = await world.client(client.workspaceId);
    const own = await post(
      { records: [record({ quantity: 1 })] },
      { ...withKey(neighbour), ...withIdempotency('two') },
    );
    expect(own.status).toBe(200);
  });

  it('concurrent requests with one key: recorded once, each with the same response or 409', async () => {
    await bought();
    const body = { records: [record()] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(body, withIdempotency('three'))));
    const fine = answers.filter(({ status }) => status === 200);
    expect(fine.length).toBeGreaterThan(0);
    expect(new Set(fine.map(({ text }) => text)).size).toBe(1);
    for (const { status, body: problem } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, problem.code]).toEqual([409, 'request.idempotency_in_progress']);
    }
  });

  it('expires after 24 hours', async () => {
    await bought();
    const usageStartAt = hoursAgo(-22);
    await post({ records: [record()] }, withIdempotency('four'));
    world.clock.forward(24 * hour);
    const later = await post({ records: [record({ usageStartAt })] }, withIdempotency('four'));
    expect([later.status, later.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  it.each(['x'.repeat(256), '"open', 'tab\there'])('400: for the key %j', async (key) => {
    const answer = await post({ records: [record()] }, withIdempotency(key));
    expect(answer.body).toMatchObject({ status: 400, args: { issues: [{ path: 'Idempotency-Key' }] } });
  });
});

describe('concurrency', () => {
  it('two quantities for one hour become one report with one of them, and correct outcomes', async () => {
    const subscriptionId = await bought();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        report(record({ quantity: index + 1 }), record({ dimension: 'calls' })),
      ),
    );
    const outcomes = answers.map(({ body }) => body.results[0].outcome);
    expect(outcomes.filter((outcome) => outcome === 'Recorded')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'Replaced')).toHaveLength(19);
    const calls = answers.map(({ body }) => body.results[1].outcome);
    expect(calls.filter((outcome) => outcome === 'Recorded')).toHaveLength(1);
    expect(calls.filter((outcome) => outcome === 'Unchanged')).toHaveLength(19);
    const rows = await world.database
      .selectFrom('usage_reports')
      .select('quantity')
      .where('subscription_id', '=', subscriptionId)
      .where('dimension', '=', 'posts')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('overlapping batches never deadlock', async () => {
    await bought();
    const hours = Array.from({ length: 15 }, (_, index) => hoursAgo(index + 2));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        report(
          ...(index % 2 ? hours : hours.toReversed()).map((usageStartAt) =>
            record({ usageStartAt, quantity: index + 1 }),
          ),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});
