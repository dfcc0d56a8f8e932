import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

let world: World;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(async () => {
  user = await PortalUser.join(world, await world.workspace(), 'Catalogue manager');
  const plans = [plan('basic'), plan('users', { billingModel: 'PerUser' })];
  done(await addProduct(world.context, user.workspaceId, product('forum', { plans })));
  done(await addProduct(world.context, user.workspaceId, product('quill', { plans: [plan('only')] })));
});

const path = '/plan-mappings';
const settings = {
  product: 'forum',
  plan: 'basic',
  sourceName: 'Marketplace',
  offerId: 'forum-offer',
  planId: 'basic',
  dimensions: [{ id: 'posts', name: 'Posts', unit: 'thousand' }],
};
const add = (rest: object = {}) => user.call('POST', path, { body: { ...settings, ...rest } });
const change = (mappingId: string, body: object, tag = '*') =>
  user.call('PATCH', `${path}/${mappingId}`, { body, headers: { 'if-match': tag } });

it('201: adds a mapping with its plan and billing model to the product', async () => {
  const answer = await add();
  expect([answer.status, answer.headers.get('etag')]).toEqual([201, '"2"']);
  expect(answer.body).toEqual({
    mappingId: expect.any(String),
    ...settings,
    dimensions: settings.dimensions.map((dimension) => ({
      ...dimension,
      intake: 'Records',
      aggregation: null,
      included: null,
      limit: null,
      alertPercents: [50, 80, 100],
    })),
    productName: 'The forum',
    planName: 'Plan basic',
    planStatus: 'Published',
    billingModel: 'FlatRate',
  });
  const shown = await user.call('GET', '/products/forum');
  expect(shown.body.plans[0].marketplace[0].mappingId).toBe(answer.body.mappingId);
  expect(await user.lastAudit()).toMatchObject({
    action: 'plan_mapping.added',
    subject: { kind: 'Plan', id: 'forum/basic' },
    before: null,
    after: { offerId: 'forum-offer', planId: 'basic', dimensions: settings.dimensions },
  });
});

it.each([
  ['a name that is taken', {}, 400, ''],
  ['a name that is taken, for a plan of another product', { product: 'quill', plan: 'only' }, 400, ''],
  ['dimensions of a per-user plan', { plan: 'users', planId: 'users' }, 400, 'dimensions'],
  ['an unknown product', { product: 'none' }, 404, undefined],
  ['an unknown plan', { plan: 'none' }, 404, undefined],
])('refuses %s, and writes nothing', async (_, rest, status, where) => {
  await add();
  const before = (await user.call('GET', path)).body;
  const answer = await add(rest);
  expect([answer.status, answer.body.args.issues?.[0].path]).toEqual([status, where]);
  expect((await user.call('GET', path)).body).toEqual(before);
});

it('200: changes the offer, the dimensions and the plan of a mapping', async () => {
  const { body, headers } = await add();
  const { mappingId } = body;
  const tag = headers.get('etag') ?? '';
  const renamed = await change(mappingId, { offerId: 'new-offer', dimensions: [] }, tag);
  expect([renamed.status, renamed.body]).toEqual([200, { ...body, offerId: 'new-offer', dimensions: [] }]);
  expect((await change(mappingId, { offerId: 'late' }, tag)).status).toBe(412);
  const moved = await change(mappingId, { plan: 'users' });
  expect(moved.body).toMatchObject({ mappingId, plan: 'users', billingModel: 'PerUser' });
  expect((await change(mappingId, { plan: 'none' })).status).toBe(404);
  const other = (await add()).body.mappingId;
  const taken = await change(other, { offerId: 'new-offer' });
  expect([taken.status, taken.body.args.issues[0].rule]).toEqual([400, 'unique']);
});

it('200: lets a dimension be fed by events, at the next full hour', async () => {
  const { mappingId } = (await add()).body;
  const included = { quantity: 100, per: 'Month' };
  const [posts] = settings.dimensions;
  const limit = { quantity: 500, per: 'Day', action: 'Deny' };
  const counted = {
    ...posts,
    intake: 'Events',
    aggregation: 'Count',
    included,
    limit,
    alertPercents: [90, 100],
  };
  const changed = await change(mappingId, { dimensions: [counted] });
  expect([changed.status, changed.body.dimensions]).toEqual([200, [counted]]);
  expect((await user.lastAudit()).after).toMatchObject({ dimensions: [counted] });
  const [row] = await world.database
    .selectFrom('meter_dimensions')
    .select(['previous_meter', 'switched_at'])
    .where('mapping_id', '=', mappingId)
    .execute();
  expect(row).toMatchObject({
    previous_meter: { intake: 'Records', aggregation: null, included: null },
    switched_at: new Date(Math.ceil((world.clock.now().getTime() + 360_000) / 3_600_000) * 3_600_000),
  });
  const more = {
    ...counted,
    included: { quantity: 200, per: 'Year' },
    limit: { ...limit, per: 'Term', action: 'Warn' },
    alertPercents: [],
  };
  expect((await change(mappingId, { dimensions: [more] })).body.dimensions).toEqual([more]);
  // Another change of the product keeps the meter.
  await change(mappingId, { offerId: 'other-offer' });
  expect((await user.call('GET', `${path}/${mappingId}`)).body.dimensions).toEqual([more]);
});

it.each<[string, object, string, string]>([
  ['events without an aggregation', { intake: 'Events' }, 'dimensions.0.aggregation', 'required'],
  ['records with an aggregation', { aggregation: 'Sum' }, 'dimensions.0.aggregation', 'intake'],
  [
    'an included maximum',
    { intake: 'Events', aggregation: 'Max', included: { quantity: 1, per: 'Term' } },
    'dimensions.0.included',
    'aggregation',
  ],
  [
    'a usage limit of a maximum',
    { intake: 'Events', aggregation: 'Max', limit: { quantity: 1, per: 'Term', action: 'Deny' } },
    'dimensions.0.limit',
    'aggregation',
  ],
  [
    'alerts in no order',
    { intake: 'Events', aggregation: 'Sum', alertPercents: [80, 50] },
    'dimensions.0.alertPercents',
    'percents',
  ],
])('400: %s', async (_case, meter, where, rule) => {
  const answer = await add({ dimensions: [{ ...settings.dimensions[0], ...meter }] });
  expect([answer.status, answer.body.args.issues[0]]).toMatchObject([400, { path: where, rule }]);
});

it('400: a dimension that was just switched', async () => {
  const { mappingId } = (await add()).body;
  const [posts] = settings.dimensions;
  await change(mappingId, { dimensions: [{ ...posts, intake: 'Events', aggregation: 'Sum' }] });
  const back = await change(mappingId, { dimensions: [posts] });
  expect([back.status, back.body.args.issues[0].rule]).toEqual([400, 'switch']);
});

it('lists mappings in pages, by product and plan, and removes them', async () => {
  const ids: string[] = [];
  for (const planId of ['a', 'b', 'c']) ids.unshift((await add({ planId })).body.mappingId);
  await add({ product: 'quill', plan: 'only', planId: 'd' });
  const first = (await user.call('GET', `${path}?product=forum&limit=2`)).body;
  const second = (await user.call('GET', `${path}?product=forum&limit=2&after=${first.next}`)).body;
  const listed = [...first.items, ...second.items].map((item: { mappingId: string }) => item.mappingId);
  expect([listed, second.next]).toEqual([ids, null]);
  const plan = async (slug: string) =>
    (await user.call('GET', `${path}?product=forum&plan=${slug}`)).body.items.length;
  expect([await plan('basic'), await plan('users')]).toEqual([3, 0]);
  expect((await user.call('DELETE', `${path}/${ids[0]}`)).status).toBe(204);
  expect((await user.call('DELETE', `${path}/${ids[0]}`)).status).toBe(404);
  expect((await user.call('GET', path)).body.items).toHaveLength(3);
});

it('404: a mapping of another workspace', async () => {
  const { mappingId } = (await add()).body;
  const stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  const calls = [
    await stranger.call('GET', `${path}/${mappingId}`),
    await stranger.call('PATCH', `${path}/${mappingId}`, { body: {}, headers: { 'if-match': '*' } }),
    await stranger.call('DELETE', `${path}/${mappingId}`),
    await stranger.call('GET', `${path}/${randomUUID()}`),
  ];
  expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await stranger.call('GET', path)).body.items).toEqual([]);
  expect((await user.call('GET', `${path}/${mappingId}`)).status).toBe(200);
});
