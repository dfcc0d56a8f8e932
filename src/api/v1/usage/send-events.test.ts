import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { meteredProduct } from '../../../../tests/support/worlds/meter-books.ts';
import { product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import {
  type TestClient,
  type TestResponse,
  World,
  withKey,
} from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { closeHours } from '../../../actions/usage/close-hours.ts';

const path = '/api/v1/usage-events';
const minute = 60_000;
const hour = 60 * minute;

let world: World;
let client: TestClient;
let tenantId: string;
let count = 0;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, meteredProduct('meters')));
  done(await addProduct(world.context, workspaceId, product('mosaic')));
  client = await world.client(workspaceId);
});
afterAll(() => world.close());
beforeEach(async () => {
  tenantId = newTenant();
  await subscribe(world, client.workspaceId, {
    tenantId,
    product: 'meters',
    source: 'Marketplace',
    marketplaceSubscriptionId: crypto.randomUUID(),
  });
  world.clock.forward(48 * hour);
});

const at = (minutesAgo: number) => new Date(world.clock.now().getTime() - minutesAgo * minute).toISOString();
const event = (rest: object = {}, minutesAgo = 0) => ({
  id: `event-${++count}`,
  tenantId,
  product: 'meters',
  dimension: 'rows',
  occurredAt: at(minutesAgo),
  ...rest,
});

function post(body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return world.call(path, {
    method: 'POST',
    headers: { ...withKey(client), 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
}
const send = (...events: object[]) => post({ events });
const total = async (dimension = 'rows') => {
  const rows = await world.database
    .selectFrom('usage_hours')
    .innerJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.workspace_id', '=', 'usage_hours.workspace_id')
        .onRef('subscriptions.subscription_id', '=', 'usage_hours.subscription_id'),
    )
    .select('total')
    .where('subscriptions.tenant_id', '=', tenantId)
    .where('dimension', '=', dimension)
    .execute();
  return rows.reduce((sum, row) => sum + Number(row.total), 0);
};

describe('200', () => {
  it('accepts events, and lists only exceptions', async () => {
    const twice = event({ quantity: 2.5 });
    const answer = await send(twice, event(), twice, event({ dimension: 'posts' }));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accepted: 2,
      duplicates: 1,
      refused: 1,
      exceptions: [
        { index: 2, outcome: 'Duplicate', hour: null, error: null },
        {
          index: 3,
          outcome: 'Refused',
          hour: null,
          error: { code: 'metering.fed_by_records', status: 409, args: { dimension: 'posts' } },
        },
      ],
    });
    expect(await total()).toBe(3.5);
  });

  it('1,000 events, compressed', async () => {
    const events = Array.from({ length: 1_000 }, () => event({ quantity: 0.001 }));
    const answer = await post(gzipSync(JSON.stringify({ events })), { 'content-encoding': 'gzip' });
    expect(answer.body).toEqual({ accepted: 1_000, duplicates: 0, refused: 0, exceptions: [] });
    expect(await total()).toBe(1);
  });

  it('1,000 empty events: each is refused, and the error is described once', async () => {
    const { status, body, text } = await post({ events: Array.from({ length: 1_000 }, () => ({})) });
    expect([status, body.accepted, body.refused, body.exceptions.length]).toEqual([200, 0, 1_000, 1_000]);
    const [first, ...others] = body.exceptions;
    expect(first.error).toMatchObject({ code: 'request.validation_failed', status: 400 });
    expect(first.error.args.issues.length).toBeGreaterThan(3);
    const error = { code: 'request.validation_failed', status: 400, args: {}, sameAs: 0 };
    expect(others).toEqual(
      others.map((_: unknown, position: number) => ({
        index: position + 1,
        outcome: 'Refused',
        hour: null,
        error,
      })),
    );
    expect(text.length).toBeLessThan(130_000);
  });

  it('the source is the API client, unless it is named', async () => {
    const other = await world.client(client.workspaceId);
    const same = event();
    expect((await send(same)).body.accepted).toBe(1);
    expect((await post({ events: [same] }, withKey(other))).body.accepted).toBe(1);
    const named = { ...same, source: 'jobs' };
    expect((await send(named)).body.accepted).toBe(1);
    expect((await post({ events: [named] }, withKey(other))).body.duplicates).toBe(1);
  });

  it('Carried: the hour was closed', async () => {
    await send(event());
    world.clock.forward(2 * hour);
    await closeHours(world.context);
    const { body } = await send(event({ quantity: 3 }, 120));
    expect(body).toMatchObject({ accepted: 1, exceptions: [{ index: 0, outcome: 'Carried' }] });
    expect(Date.parse(body.exceptions[0].hour)).toBe(Math.floor(Date.parse(at(60)) / hour) * hour);
  });

  it.each([
    ['more than 6 decimals', '0.12500000000000000000001', 'decimals'],
    ['a quantity above the maximum', '1e400', 'maximum'],
  ])('exact numbers: %s', async (_case, written, rule) => {
    const text = JSON.stringify({ events: [event({ quantity: 0.125 }), event()] });
    const { body } = await post(text.replace('0.125', written));
    expect(body.exceptions[0].error.args.issues).toMatchObject([{ path: 'quantity', rule }]);
    expect(body.accepted).toBe(1);
  });
});

describe('CloudEvents', () => {
  const cloud = (rest: object = {}, data: object = {}) => ({
    specversion: '1.0',
    type: 'rows.moved',
    id: `cloud-${++count}`,
    source: '/jobs/7',
    subject: tenantId,
    time: at(0),
    data: { product: 'meters', dimension: 'rows', ...data },
    ...rest,
  });

  it('structured: one event', async () => {
    const one = cloud({}, { quantity: 4 });
    const headers = { 'content-type': 'application/cloudevents+json; charset=utf-8' };
    expect((await post(one, headers)).body).toMatchObject({ accepted: 1, exceptions: [] });
    expect((await post(one, headers)).body).toMatchObject({ duplicates: 1 });
    expect(await total()).toBe(4);
  });

  it('batched: a bad one is refused alone', async () => {
    const headers = { 'content-type': 'application/cloudevents-batch+json' };
    const { body } = await post(
      [cloud(), cloud({ specversion: '0.3' }), cloud({ subject: 'contoso' }), cloud({}, { product: 7 })],
      headers,
    );
    expect(body).toMatchObject({ accepted: 1, refused: 3 });
    expect(
      body.exceptions.map(
        (one: { error: { args: { issues: { path: string }[] } } }) => one.error.args.issues[0]?.path,
      ),
    ).toEqual(['specversion', 'subject', 'data.product']);
  });

  it.each([
    ['application/cloudevents-batch+json', {}],
    ['application/cloudevents-batch+json', []],
    ['application/cloudevents+json', []],
  ])('400: %s with %j', async (contentType, body) => {
    const answer = await post(body, { 'content-type': contentType });
    expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
  });

  it('415: another media type', async () => {
    const answer = await post('<event/>', { 'content-type': 'application/cloudevents+xml' });
    expect(answer.status).toBe(415);
  });
});

describe('refused requests', () => {
  it.each<[string, unknown, string]>([
    ['not JSON', '{', ''],
    ['no events', {}, 'events'],
    ['none', { events: [] }, 'events'],
    ['over 1,000', { events: Array(1_001).fill({}) }, 'events'],
    ['an item that is no object', { events: [{}, 7] }, 'events.1'],
  ])('400 request.validation_failed: %s', async (_case, body, issue) => {
    const answer = await post(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
    expect(answer.body.args.issues[0].path).toBe(issue);
  });

  it('413: more than 1 MiB', async () => {
    const answer = await send(event({ note: 'x'.repeat(1024 * 1024) }));
    expect([answer.status, answer.body.code]).toEqual([413, 'request.too_large']);
  });

  it('403: without the scope', async () => {
    const narrow = await world.client(client.workspaceId, { scopes: ['catalogue:read'] });
    const answer = await post({ events: [event()] }, withKey(narrow));
    expect(answer.body).toMatchObject({ status: 403, code: 'api_client.scope_not_allowed' });
  });

  it('events of a product that the client may not use', async () => {
    const few = await world.client(client.workspaceId, { products: ['mosaic'] });
    const { body } = await post({ events: [event()] }, withKey(few));
    expect(body.exceptions[0].error).toMatchObject({ code: 'api_client.product_not_allowed', status: 403 });
  });
});

it('records of a dimension that is fed by events are refused', async () => {
  const record = { tenantId, product: 'meters', quantity: 1, usageStartAt: at(180) };
  const answer = await world.call('/api/v1/metered-usage', {
    method: 'POST',
    headers: { ...withKey(client), 'content-type': 'application/json' },
    body: JSON.stringify({
      records: [
        { ...record, dimension: 'rows' },
        { ...record, dimension: 'posts' },
      ],
    }),
  });
  expect(answer.body.results).toMatchObject([
    { outcome: 'Refused', error: { code: 'metering.fed_by_events', status: 409 } },
    { outcome: 'Recorded' },
  ]);
});
