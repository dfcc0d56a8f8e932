import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { WebhookReceiver } from '../../../../tests/support/peers/webhook-receiver.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { type TestResponse, World, withWorkers } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

interface Delivery {
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: string;
  readonly tenantId: string | null;
  readonly replay: number;
  readonly outcome: string;
  readonly occurredAt: string;
  readonly lastTry: object | null;
}

let world: World;
let receiver: WebhookReceiver;
let user: PortalUser;
let stranger: PortalUser;
let good: string;
let bad: string;
const tenants = [newTenant(), newTenant(), newTenant()] as const;

beforeAll(async () => {
  world = await World.create(withWorkers);
  receiver = await WebhookReceiver.start();
  receiver.behave('/bad', (response) => response.writeHead(500).end('x'.repeat(5_000)));
  const workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  user = await PortalUser.join(world, workspaceId, 'Integration manager');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  good = await endpoint('/good');
  bad = await endpoint('/bad', { eventTypes: ['subscription.created'] });
  for (const tenantId of tenants) {
    world.clock.forward(1_000);
    await subscribe(world, workspaceId, { tenantId });
  }
  await until(async () => (await log()).every(({ lastTry }) => lastTry !== null));
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

async function endpoint(path: string, settings: object = {}): Promise<string> {
  const answer = await user.call('POST', '/webhook-endpoints', {
    body: { url: receiver.url(path), ...settings },
  });
  expect(answer.status).toBe(201);
  return answer.body.endpointId;
}

const until = (condition: () => Promise<boolean> | boolean) =>
  vi.waitUntil(condition, { timeout: 30_000, interval: 20 });

async function log(query: Record<string, string> = {}): Promise<Delivery[]> {
  const items: Delivery[] = [];
  let after: string | null = null;
  do {
    const asked = new URLSearchParams({ limit: '5', ...query, ...(after !== null && { after }) });
    const answer: TestResponse = await user.call('GET', `/webhook-deliveries?${asked}`);
    expect(answer.status).toBe(200);
    items.push(...answer.body.items);
    after = answer.body.next;
  } while (after !== null);
  return items;
}

const keyOf = ({ eventId, endpointId, replay }: Delivery) => `${eventId} ${endpointId} ${replay}`;
const one = async (query: Record<string, string>): Promise<Delivery> => {
  const [found] = await log(query);
  if (!found) throw new Error('There is none');
  return found;
};
const pathOf = ({ endpointId, eventId }: Delivery) =>
  `/webhook-endpoints/${endpointId}/deliveries/${eventId}`;

describe('the delivery log', () => {
  it('lists every delivery once, newest first, at any page size', async () => {
    const whole = await log({ limit: '200' });
    expect(new Set(whole.map(keyOf)).size).toBe(whole.length);
    expect(whole.map(keyOf)).toEqual(whole.map(keyOf).sort().reverse());
    expect((await log({ limit: '1' })).map(keyOf)).toEqual(whole.map(keyOf));
    expect((await log({ limit: '2', sort: 'occurredAt' })).map(keyOf)).toEqual(whole.map(keyOf).reverse());
    expect(whole.filter(({ endpointId }) => endpointId === bad)).toHaveLength(tenants.length);
  });

  it('is filtered by endpoint, type, tenant, outcome and time, alone and combined', async () => {
    const whole = await log();
    const [first, second] = tenants;
    const from = whole.find(({ tenantId }) => tenantId === second)?.occurredAt ?? '';
    const cases: [Record<string, string>, (delivery: Delivery) => boolean][] = [
      [{ endpointId: bad }, ({ endpointId }) => endpointId === bad],
      [{ type: 'subscription.activated' }, ({ type }) => type === 'subscription.activated'],
      [{ tenantId: first.toUpperCase() }, ({ tenantId }) => tenantId === first],
      [{ outcome: 'Delivered' }, ({ outcome }) => outcome === 'Delivered'],
      [{ outcome: 'Pending' }, ({ outcome }) => outcome === 'Pending'],
      [{ from }, ({ occurredAt }) => occurredAt >= from],
      [{ until: from }, ({ occurredAt }) => occurredAt < from],
      [
        { endpointId: good, tenantId: second, type: 'subscription.created', outcome: 'Delivered', from },
        ({ endpointId, tenantId, type }) =>
          endpointId === good && tenantId === second && type === 'subscription.created',
      ],
    ];
    for (const [query, lets] of cases) {
      const expected = whole.filter(lets).map(keyOf);
      expect([query, expected.length > 0, expected.length < whole.length]).toEqual([query, true, true]);
      expect([query, (await log(query)).map(keyOf)]).toEqual([query, expected]);
    }
  });

  it.each([
    'after=nothing',
    `after=${randomUUID()}`,
    'outcome=Lost',
    'type=nothing',
    'from=today',
    'limit=0',
    'sort=type',
  ])('400: %s', async (query) => {
    const answer = await user.call('GET', `/webhook-deliveries?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
  });

  it('contains nothing of another workspace', async () => {
    const total = { count: 0, isExact: true };
    expect((await stranger.call('GET', '/webhook-deliveries')).body).toEqual({
      items: [],
      next: null,
      total,
    });
    const asked = await stranger.call('GET', `/webhook-deliveries?endpointId=${good}`);
    expect(asked.body.items).toEqual([]);
    const delivery = await one({ endpointId: good });
    expect((await stranger.call('GET', pathOf(delivery))).status).toBe(404);
    expect((await stranger.call('POST', `${pathOf(delivery)}/replay`)).status).toBe(404);
  });
});

describe('the health of endpoints', () => {
  it('counts the outcomes of the events of each hour', async () => {
    const whole = await log();
    const counted = async () => (await user.call('GET', '/webhook-health')).body;
    const { from, items } = await counted();
    const hour = `${world.clock.now().toISOString().slice(0, 13)}:00:00.000Z`;
    expect(Date.parse(hour) - Date.parse(from)).toBe(23 * 3_600_000);
    const delivered = whole.filter(({ endpointId }) => endpointId === good).length;
    const both = [
      { endpointId: good, hour, delivered, failing: 0, failed: 0 },
      { endpointId: bad, hour, delivered: 0, failing: tenants.length, failed: 0 },
    ];
    expect(items).toHaveLength(both.length);
    expect(items).toEqual(expect.arrayContaining(both));
    expect((await stranger.call('GET', '/webhook-health')).body).toEqual({ from, items: [] });
  });
});

describe('a delivery', () => {
  it('has the exact body that was sent, and its attempt', async () => {
    const delivery = await one({ endpointId: good, type: 'subscription.activated' });
    const { status, body } = await user.call('GET', pathOf(delivery));
    const sent = receiver.at('/good').find((got) => got.headers['webhook-id'] === delivery.eventId);
    expect([status, body.body]).toEqual([200, sent?.body]);
    expect(body).toMatchObject({ outcome: 'Delivered', tries: 1, nextTryAt: null });
    expect(body.attempts).toEqual([
      {
        attempt: 1,
        at: expect.any(String),
        status: 200,
        durationMilliseconds: expect.any(Number),
        answer: 'noted',
        error: null,
      },
    ]);
  });

  it('that fails has the beginning of the response, and the time of the next attempt', async () => {
    const delivery = await one({ endpointId: bad });
    const { body } = await user.call('GET', pathOf(delivery));
    expect(body).toMatchObject({ outcome: 'Pending', nextTryAt: expect.any(String) });
    expect(body.attempts[0]).toMatchObject({ status: 500, answer: 'x'.repeat(1_024), error: null });
  });

  it('without response has the reason', async () => {
    receiver.behave('/mute', (response) => response.destroy());
    const mute = await endpoint('/mute', { eventTypes: ['seat.*'] });
    const { eventId } = (await user.call('POST', `/webhook-endpoints/${mute}/test`)).body;
    const path = `/webhook-endpoints/${mute}/deliveries/${eventId}`;
    await until(async () => (await user.call('GET', path)).body.attempts.length > 0);
    const { body } = await user.call('GET', path);
    expect(body.attempts[0]).toMatchObject({ status: null, answer: null, error: expect.any(String) });
  });

  it('remains after its endpoint was removed', async () => {
    const gone = await endpoint('/gone', { eventTypes: ['seat.*'] });
    const { eventId } = (await user.call('POST', `/webhook-endpoints/${gone}/test`)).body;
    await user.call('DELETE', `/webhook-endpoints/${gone}`);
    const path = `/webhook-endpoints/${gone}/deliveries/${eventId}`;
    expect((await user.call('GET', path)).body.type).toBe('webhook.test');
    const replay = await user.call('POST', `${path}/replay`);
    expect([replay.status, replay.body.args.kind]).toEqual([404, 'webhook endpoint']);
  });

  it('404: an unknown delivery', async () => {
    const path = `/webhook-endpoints/${good}/deliveries/${randomUUID()}`;
    for (const answer of [await user.call('GET', path), await user.call('POST', `${path}/replay`)]) {
      expect([answer.status, answer.body.args]).toEqual([404, { kind: 'delivery', parameter: 'eventId' }]);
    }
  });
});

describe('replay', () => {
  const arrivals = (path: string, eventId: string) =>
    receiver.at(path).filter((got) => got.headers['webhook-id'] === eventId).length;

  it('202: sends one delivery again under the same id, as a new delivery', async () => {
    const delivery = await one({ endpointId: good });
    const answer = await user.call('POST', `${pathOf(delivery)}/replay`);
    expect([answer.status, answer.body]).toEqual([202, { eventId: delivery.eventId }]);
    expect(await user.lastAudit()).toMatchObject({
      action: 'webhook_endpoint.replayed',
      subject: { kind: 'WebhookEndpoint', id: good },
      before: { eventId: delivery.eventId, status: 'Delivered' },
      after: { eventId: delivery.eventId, status: 'Pending' },
    });
    await until(() => arrivals('/good', delivery.eventId) === 2);
    const both = async () => {
      const found = await log({ endpointId: good });
      return found.filter(({ eventId }) => eventId === delivery.eventId);
    };
    await until(async () => (await both()).every(({ outcome }) => outcome === 'Delivered'));
    expect((await both()).map(({ replay }) => replay)).toEqual([1, 0]);
    for (const replay of [0, 1]) {
      const { body } = await user.call('GET', `${pathOf(delivery)}?replay=${replay}`);
      expect(body).toMatchObject({
        replay,
        outcome: 'Delivered',
        tries: 1,
        attempts: [{ attempt: 1, status: 200 }],
      });
    }
    expect((await user.call('GET', pathOf(delivery))).body.replay).toBe(1);
    expect((await user.call('GET', `${pathOf(delivery)}?replay=2`)).status).toBe(404);
  });

  it('leaves the original delivery and its figures unchanged while it fails', async () => {
    receiver.behave('/turns', 200);
    const turns = await endpoint('/turns', { eventTypes: ['seat.*'] });
    await user.call('POST', `/webhook-endpoints/${turns}/test`);
    const mine = () => log({ endpointId: turns });
    await until(async () => (await mine())[0]?.outcome === 'Delivered');
    const figures = async () =>
      (await user.call('GET', '/webhook-health')).body.items.find(
        ({ endpointId }: { endpointId: string }) => endpointId === turns,
      );
    expect(await figures()).toMatchObject({ delivered: 1, failing: 0 });
    receiver.behave('/turns', 500);
    const [first] = await mine();
    if (!first) throw new Error('There is none');
    for (const _ of [1, 2]) await user.call('POST', `${pathOf(first)}/replay`);
    await until(async () => (await mine())[0]?.lastTry !== null);
    expect((await mine()).map(({ replay, outcome }) => [replay, outcome])).toEqual([
      [1, 'Pending'],
      [0, 'Delivered'],
    ]);
    expect(await figures()).toMatchObject({ delivered: 1, failing: 1 });
  });

  it('202: of a time range includes deliveries that the endpoint missed', async () => {
    const late = await endpoint('/late', { eventTypes: ['subscription.created'] });
    const path = `/webhook-endpoints/${late}/replay`;
    const from = new Date(world.clock.now().getTime() - 3_600_000).toISOString();
    const range = { from, until: world.clock.now().toISOString(), outcomes: ['Missed'] };
    const [tenantId] = tenants;
    const count = async (body: object) => (await user.call('POST', `${path}/preview`, { body })).body;
    expect(await count(range)).toEqual({ count: tenants.length, isExact: true });
    expect(await count({ ...range, tenantId })).toEqual({ count: 1, isExact: true });
    const some = await user.call('POST', path, { body: { ...range, tenantId: tenantId.toUpperCase() } });
    expect([some.status, some.body]).toEqual([202, { replayed: 1, next: null }]);
    expect(await user.lastAudit()).toMatchObject({
      action: 'webhook_endpoint.replayed',
      subject: { id: late },
      after: { ...range, tenantId, types: null, replayed: 1 },
    });
    expect(await count(range)).toEqual({ count: tenants.length - 1, isExact: true });
    const rest = await user.call('POST', path, { body: { ...range, types: ['subscription.created'] } });
    expect(rest.body).toEqual({ replayed: tenants.length - 1, next: null });
    await until(() => receiver.at('/late').length === tenants.length);
    const before = await user.auditCount();
    expect((await user.call('POST', path, { body: range })).body).toEqual({ replayed: 0, next: null });
    expect(await user.auditCount()).toBe(before);
  });

  it('continues after the cursor, and never before the range', async () => {
    const again = await endpoint('/again', { eventTypes: ['subscription.created'] });
    const path = `/webhook-endpoints/${again}/replay`;
    const [newest, middle, oldest] = await log({ endpointId: bad });
    const range = { until: world.clock.now().toISOString(), outcomes: ['Missed'] };
    const behind = await user.call('POST', path, {
      body: { ...range, from: oldest?.occurredAt, after: middle?.eventId },
    });
    expect(behind.body).toEqual({ replayed: 1, next: null });
    await until(() => arrivals('/again', newest?.eventId ?? '') === 1);
    const bounded = await user.call('POST', path, {
      body: { ...range, from: middle?.occurredAt, after: '00000000-0000-7000-8000-000000000000' },
    });
    expect(bounded.body).toEqual({ replayed: 1, next: null });
    await until(() => arrivals('/again', middle?.eventId ?? '') === 1);
    expect(arrivals('/again', oldest?.eventId ?? '')).toBe(0);
  });

  it('400 and 409 write nothing', async () => {
    const path = `/webhook-endpoints/${good}/replay`;
    const now = world.clock.now().getTime();
    const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
    const range = { from: at(-3_600_000), until: at(0), outcomes: ['Delivered'] };
    const before = await user.auditCount();
    for (const [wrong, where] of [
      [{ until: range.from }, 'until'],
      [{ from: at(-31 * 24 * 3_600_000) }, 'from'],
      [{ outcomes: [] }, 'outcomes'],
      [{ outcomes: ['Pending'] }, 'outcomes.0'],
      [{ types: ['nothing'] }, 'types.0'],
      [{ after: 'nothing' }, 'after'],
    ] as const) {
      for (const place of where === 'after' ? [path] : [path, `${path}/preview`]) {
        const answer = await user.call('POST', place, { body: { ...range, ...wrong } });
        expect([wrong, answer.status, answer.body.args.issues[0].path]).toEqual([wrong, 400, where]);
      }
    }
    expect(await user.auditCount()).toBe(before);
    const delivery = await one({ endpointId: good });
    await user.call('POST', `/webhook-endpoints/${good}/disable`);
    for (const answer of [
      await user.call('POST', path, { body: range }),
      await user.call('POST', `${path}/preview`, { body: range }),
      await user.call('POST', `${pathOf(delivery)}/replay`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'webhook.endpoint_disabled']);
    }
    expect(await user.auditCount()).toBe(before + 1);
  });
});
