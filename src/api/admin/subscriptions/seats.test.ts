import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { saveMember } from '../../../actions/subscriptions/customers.ts';
import { insertReservations } from '../../../storage/subscriptions/seat-reservations.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  await sell(workspaceId);
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
});
afterAll(() => world.close());

const sell = async (workspace: string) =>
  done(
    await addProduct(
      world.context,
      workspace,
      product('forum', { plans: [plan('basic', { licenceModel: 'Seats', billingModel: 'PerUser' })] }),
    ),
  );

async function team(quantity: number, size: number) {
  const tenantId = newTenant();
  const subscriptionId = await subscribe(world, workspaceId, { tenantId, quantity });
  const people = [];
  for (let number = 0; number < size; number++) {
    const person = {
      tenantId,
      objectId: randomUUID(),
      email: `${number}@${tenantId}.example`,
      isActive: true,
    };
    const { memberId } = await saveMember(world.context, workspaceId, person);
    people.push({ ...person, memberId });
    world.clock.forward(1);
  }
  return { tenantId, path: `/subscriptions/${subscriptionId}/seats`, subscriptionId, people };
}

it('409: a quantity below the number of assigned seats', async () => {
  const { path, people, subscriptionId } = await team(3, 2);
  await user.call('POST', path, { body: { people: people.map(({ email }) => email) } });
  const pay = (quantity: number) =>
    user.call('POST', `/subscriptions/${subscriptionId}/moves`, {
      body: { type: 'changeQuantity', quantity },
      headers: { 'if-match': '*' },
    });
  const fewer = await pay(1);
  expect([fewer.status, fewer.body.code]).toEqual([409, 'subscription.seats_in_use']);
  expect((await pay(2)).body).toMatchObject({ quantity: 2 });
});

it.each(['memberCreatedAt', '-memberCreatedAt', 'email', '-email', 'assignedAt', '-assignedAt'])(
  'seats are sorted by %s across pages, with ties, and found by a part of the address',
  async (sort) => {
    const { path, people } = await team(5, 4);
    // All are assigned at the same time.
    await user.call('POST', path, { body: { people: people.map(({ email }) => email) } });
    const read = async (query: string) => (await user.call('GET', `${path}?sort=${sort}&${query}`)).body;
    const emailsOf = ({ items }: { items: { email: string }[] }) => items.map(({ email }) => email);
    const all = emailsOf(await read(''));
    const expected = people.map(({ email }) => email);
    expect(all).toEqual(sort.startsWith('-') ? expected.toReversed() : expected);
    const paged: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: { items: { email: string }[]; next: string | null } = await read(
        `limit=1${after && `&after=${encodeURIComponent(after)}`}`,
      );
      paged.push(...emailsOf(page));
      after = page.next;
    }
    expect(paged).toEqual(all);
    expect(emailsOf(await read(`search=${expected[2]?.slice(0, 12).toUpperCase()}`))).toEqual([expected[2]]);
    expect((await read(`search=${people[1]?.objectId}`)).items).toMatchObject([{ email: expected[1] }]);
    expect(await read('search=nobody')).toMatchObject({ items: [], assigned: 4 });
  },
);

it.each(['sort=name', 'after=x', 'sort=email&after=x', 'search='])('400: %s', async (query) => {
  const { path } = await team(1, 0);
  expect((await user.call('GET', `${path}?${query}`)).status).toBe(400);
});

it('seats are assigned and released, each audited with its user', async () => {
  const { path, people, subscriptionId } = await team(1, 2);
  const [ada, ben] = people;
  expect((await user.call('GET', path)).body).toEqual({
    total: 1,
    assigned: 0,
    available: 1,
    reserved: 0,
    reservations: [],
    items: [],
    next: null,
  });
  expect((await user.call('PUT', `${path}/${ada?.memberId}`)).status).toBe(204);
  expect(await user.lastAudit()).toMatchObject({
    action: 'seat.assigned',
    subject: { kind: 'Subscription', id: subscriptionId },
    before: { assigned: 0 },
    after: { assigned: 1, members: [{ memberId: ada?.memberId, email: ada?.email }] },
  });
  const count = await user.auditCount();
  expect((await user.call('PUT', `${path}/${ada?.memberId}`)).status).toBe(204);
  expect(await user.auditCount()).toBe(count);
  const full = await user.call('PUT', `${path}/${ben?.memberId}`);
  expect([full.status, full.body.code]).toEqual([409, 'seat.not_available']);
  expect((await user.call('GET', path)).body).toMatchObject({
    assigned: 1,
    available: 0,
    items: [{ memberId: ada?.memberId, objectId: ada?.objectId, email: ada?.email, isActive: true }],
  });
  expect((await user.call('DELETE', `${path}/${ada?.memberId}`)).status).toBe(204);
  expect(await user.lastAudit()).toMatchObject({ action: 'seat.released', after: { assigned: 0 } });
  expect((await user.call('GET', path)).body).toMatchObject({ assigned: 0, items: [] });
});

it('seats that the customer has reserved are listed by address, and found by a part of it', async () => {
  const { path, people, subscriptionId, tenantId } = await team(500, 1);
  const { path: another } = await team(1, 0);
  await user.call('POST', path, { body: { people: people.map(({ email }) => email) } });
  const reserved = Array.from(
    { length: 101 },
    (_, number) => `u${String(number).padStart(3, '0')}@x.example`,
  );
  const reservations = reserved.map((email) => ({ workspaceId, subscriptionId, tenantId, email }));
  await insertReservations(world.context.database, reservations, world.clock.now());
  const { body } = await user.call('GET', path);
  expect(body).toMatchObject({ total: 500, assigned: 1, available: 499, reserved: 101 });
  const reservedAt = world.clock.now().toISOString();
  expect(body.reservations).toEqual(reserved.slice(0, 100).map((email) => ({ email, reservedAt })));
  expect((await user.call('GET', `${path}?search=U100`)).body).toMatchObject({
    items: [],
    reserved: 101,
    reservations: [{ email: 'u100@x.example', reservedAt }],
  });
  expect((await user.call('GET', `${path}?search=%25`)).body.reservations).toEqual([]);
  expect((await user.call('GET', another)).body).toMatchObject({ reserved: 0, reservations: [] });
});

describe('a seat list', () => {
  it('200: returns an outcome per line, and audits the assignments in one entry', async () => {
    const { path, people } = await team(2, 3);
    const [ada, ben, cleo] = people;
    const lines = [ada?.email, 'nobody@contoso.example', ben?.objectId, ada?.objectId, cleo?.email];
    const { status, body } = await user.call('POST', path, { body: { people: lines } });
    expect([status, body.assigned, body.refused]).toEqual([200, 2, 2]);
    expect(
      body.results.map((line: { outcome: string; error: { code: string } | null }) => [
        line.outcome,
        line.error?.code,
      ]),
    ).toEqual([
      ['Assigned', undefined],
      ['Refused', 'entitlement.user_not_resolved'],
      ['Assigned', undefined],
      ['AlreadyAssigned', undefined],
      ['Refused', 'seat.not_available'],
    ]);
    expect((await user.lastAudit()).after.members).toHaveLength(2);
    const events = await world.database
      .selectFrom('events')
      .select('data')
      .where('workspace_id', '=', user.workspaceId)
      .where('type', '=', 'seat.assigned')
      .execute();
    const seatEvents = events.flatMap(({ data }) => {
      const { subscriptionId, version, member } = data as never as {
        subscriptionId: string;
        version: number;
        member: object;
      };
      return path.includes(subscriptionId) ? [{ version, member }] : [];
    });
    const named = (person: typeof ada) => ({
      memberId: person?.memberId,
      objectId: person?.objectId,
      email: person?.email,
    });
    expect(seatEvents.map(({ member }) => member)).toEqual(expect.arrayContaining([named(ada), named(ben)]));
    expect([seatEvents.length, new Set(seatEvents.map(({ version }) => version)).size]).toEqual([2, 1]);
    const first = await user.call('GET', `${path}?limit=1`);
    const second = await user.call('GET', `${path}?limit=1&after=${first.body.next}`);
    expect([second.body.items.length, second.body.next]).toEqual([1, null]);
  });

  it('never assigns more than the quantity under concurrency', async () => {
    const { path, people } = await team(10, 40);
    const lists = [0, 1, 2, 3].map((list) => people.slice(list * 10, list * 10 + 10));
    const answers = await Promise.all([
      ...lists.map((list) => user.call('POST', path, { body: { people: list.map(({ email }) => email) } })),
      ...people.slice(5, 15).map(({ memberId }) => user.call('PUT', `${path}/${memberId}`)),
    ]);
    expect(answers.every(({ status }) => [200, 204, 409].includes(status))).toBe(true);
    expect((await user.call('GET', path)).body).toMatchObject({ total: 10, assigned: 10, available: 0 });
  });

  it.each([[[]], [Array.from({ length: 501 }, () => 'a@b.example')], ['a@b.example']])(
    '400: an empty list, too many lines, no list',
    async (people) => {
      const { path } = await team(1, 0);
      expect((await user.call('POST', path, { body: { people } })).status).toBe(400);
    },
  );
});

it('404: a subscription or a member of another workspace', async () => {
  const { path, people } = await team(1, 1);
  const elsewhere = await world.workspace();
  await sell(elsewhere);
  const stranger = await PortalUser.join(world, elsewhere, 'Subscription support');
  for (const [method, address, body] of [
    ['GET', path],
    ['POST', path, { people: [people[0]?.email] }],
    ['PUT', `${path}/${people[0]?.memberId}`],
    ['DELETE', `${path}/${people[0]?.memberId}`],
  ] as const) {
    expect([method, (await stranger.call(method, address, body && { body })).status]).toEqual([method, 404]);
  }
  const tenantId = newTenant();
  const subscriptionId = await subscribe(world, elsewhere, { tenantId, quantity: 1 });
  const own = `/subscriptions/${subscriptionId}/seats`;
  const foreign = await stranger.call('POST', own, { body: { people: [people[0]?.objectId] } });
  expect(foreign.body.results[0].outcome).toBe('Refused');
  expect((await stranger.call('PUT', `${own}/${people[0]?.memberId}`)).status).toBe(400);
});

describe('a direct subscription', () => {
  const tenantId = newTenant();
  it('201: is Pending, audited with its creator, and can be moved', async () => {
    const trialEndsAt = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
    const body = {
      tenantId,
      product: 'forum',
      plan: 'basic',
      quantity: 3,
      trialEndsAt,
      reason: 'contract 4711',
    };
    const created = await user.call('POST', '/subscriptions', { body });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      tenantId,
      status: 'Pending',
      source: 'Direct',
      quantity: 3,
      isTrial: true,
      trialEndsAt,
      validUntil: trialEndsAt,
      history: [{ move: 'create', actor: user.identity.name, reason: 'contract 4711' }],
    });
    expect(await user.lastAudit()).toMatchObject({
      action: 'subscription.created',
      subject: { kind: 'Subscription', id: created.body.subscriptionId },
      before: null,
      after: { tenantId, product: 'forum', plan: 'basic', quantity: 3, isTrial: true },
    });
    const moved = await user.call('POST', `/subscriptions/${created.body.subscriptionId}/moves`, {
      body: { type: 'activate' },
      headers: { 'if-match': created.headers.get('etag') ?? '' },
    });
    expect(moved.body.status).toBe('Active');
  });

  it.each([
    ['404 plan.not_found', { plan: 'golden' }, 404],
    ['404: an unknown product', { product: 'lantern' }, 404],
    ['400: an end in the past', { validUntil: '2020-01-01T00:00:00Z' }, 400],
    ['400: no seats at all', { quantity: 0 }, 400],
    ['400: of the marketplace', { source: 'Marketplace' }, 400],
    ['400: an end of a trial without a trial', { isTrial: false, trialEndsAt: '2130-01-01T00:00:00Z' }, 400],
  ])('%s', async (_, rest, status) => {
    const count = await user.auditCount();
    const body = { tenantId, product: 'forum', plan: 'basic', ...rest };
    expect((await user.call('POST', '/subscriptions', { body })).status).toBe(status);
    expect(await user.auditCount()).toBe(count);
  });
});
