import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { type TestClient, World, withKey, withToken } from '../../../../tests/support/worlds/world.ts';
import { addCategory, addProduct } from '../../../actions/catalogue/change-catalogue.ts';

const list = '/api/v1/catalogue/products';

let world: World;
let client: TestClient;
let otherClient: TestClient;

beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  const otherWorkspaceId = await world.workspace();
  for (const category of [
    { slug: 'data', name: 'Data' },
    { slug: 'unused', name: 'Unused' },
  ]) {
    done(await addCategory(world.context, workspaceId, category));
  }
  done(
    await addProduct(
      world.context,
      workspaceId,
      product('forum', {
        name: 'Forum “of many”',
        types: ['TeamsApp', 'WebApp'],
        categories: ['data'],
        labels: {
          capabilities: { polls: { name: 'Polls' }, hidden: { name: 'Of no published plan' } },
          limits: { uploads: { unit: 'GB', description: 'Each month.' } },
        },
        editions: [
          { slug: 'high', name: 'High', rank: 20 },
          { slug: 'low', name: 'Low', rank: 10 },
        ],
        plans: [
          plan('per-seat', {
            edition: 'high',
            licenceModel: 'Seats',
            billingModel: 'PerUser',
            capabilities: { polls: true, guests: false },
            limits: { uploads: 2.5 },
            marketplace: [{ sourceName: 'Shop', offerId: 'forum', planId: 'seat', dimensions: [] }],
          }),
          plan('metered', {
            edition: 'low',
            marketplace: [
              {
                sourceName: 'Shop',
                offerId: 'forum',
                planId: 'metered',
                dimensions: [
                  { id: 'posts', name: 'Posts', unit: 'thousand' },
                  {
                    id: 'calls',
                    name: 'Calls',
                    unit: 'minute',
                    intake: 'Events',
                    aggregation: 'Sum',
                    included: { quantity: 2.5, per: 'Year' },
                    limit: { quantity: 20, per: 'Day', action: 'Warn' },
                    alertPercents: [90],
                  },
                ],
              },
            ],
          }),
          plan('old', { edition: 'low', status: 'Archived' }),
          plan('new', { edition: 'low', status: 'Draft' }),
        ],
      }),
    ),
  );
  done(await addProduct(world.context, workspaceId, product('aqueduct')));
  done(await addProduct(world.context, workspaceId, product('mosaic', { types: ['PowerPlatformSolution'] })));
  done(await addProduct(world.context, workspaceId, product('augur', { status: 'Draft' })));
  done(await addProduct(world.context, workspaceId, product('basilica', { status: 'Archived' })));
  done(await addProduct(world.context, otherWorkspaceId, product('lantern')));
  done(await addProduct(world.context, otherWorkspaceId, product('forum', { name: 'Their forum' })));
  client = await world.client(workspaceId);
  otherClient = await world.client(otherWorkspaceId);
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = withKey(client)) =>
  world.call(path, { headers });
const slugs = (answer: { body: { slug: string }[] }) => answer.body.map(({ slug }) => slug);

const forum = {
  slug: 'forum',
  name: 'Forum “of many”',
  types: ['TeamsApp', 'WebApp'],
  categories: [{ slug: 'data', name: 'Data' }],
  editions: [
    { slug: 'low', name: 'Low', rank: 10 },
    { slug: 'high', name: 'High', rank: 20 },
  ],
  labels: {
    capabilities: { polls: { name: 'Polls', description: null, isHidden: false } },
    limits: {
      uploads: { name: null, description: 'Each month.', isHidden: false, unit: 'GB', absentMeans: null },
    },
  },
  plans: [
    {
      slug: 'metered',
      name: 'Plan metered',
      edition: 'low',
      capabilities: {},
      limits: {},
      licenceModel: 'TenantWide',
      marketplace: [
        {
          sourceName: 'Shop',
          offerId: 'forum',
          planId: 'metered',
          billingModel: 'FlatRate',
          perUser: false,
          dimensions: [
            {
              id: 'calls',
              name: 'Calls',
              unit: 'minute',
              intake: 'Events',
              aggregation: 'Sum',
              included: { quantity: 2.5, per: 'Year' },
              limit: { quantity: 20, per: 'Day', action: 'Warn' },
              alertPercents: [90],
            },
            {
              id: 'posts',
              name: 'Posts',
              unit: 'thousand',
              intake: 'Records',
              aggregation: null,
              included: null,
              limit: null,
              alertPercents: [50, 80, 100],
            },
          ],
        },
      ],
    },
    {
      slug: 'per-seat',
      name: 'Plan per-seat',
      edition: 'high',
      capabilities: { polls: true, guests: false },
      limits: { uploads: 2.5 },
      licenceModel: 'Seats',
      marketplace: [
        {
          sourceName: 'Shop',
          offerId: 'forum',
          planId: 'seat',
          billingModel: 'PerUser',
          perUser: true,
          dimensions: [],
        },
      ],
    },
  ],
};

describe('GET /api/v1/catalogue/products', () => {
  it('200: lists everything published, by slug, with all members', async () => {
    const answer = await get(list);
    expect(answer.status).toBe(200);
    expect(slugs(answer)).toEqual(['aqueduct', 'forum', 'mosaic']);
    expect(answer.body[1]).toEqual(forum);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('link')).toBeNull();
  });

  it('200: lists the same with a token', async () => {
    const applicationId = world.application();
    await world.activate(client, applicationId);
    const answer = await get(list, withToken(await world.token(applicationId)));
    expect(answer.body).toEqual((await get(list)).body);
  });

  it.each([
    ['category=data', ['forum']],
    ['category=unused', []],
    ['type=PowerPlatformSolution', ['mosaic']],
    ['type=TeamsApp&category=data', ['forum']],
    ['unheard=of', ['aqueduct', 'forum', 'mosaic']],
  ])('200: filters by ?%s', async (query, expected) => {
    expect(slugs(await get(`${list}?${query}`))).toEqual(expected);
  });

  it('200: links each page to the next', async () => {
    const first = await get(`${list}?limit=2&type=WebApp`);
    expect(slugs(first)).toEqual(['aqueduct', 'forum']);
    expect(first.headers.get('link')).toBeNull();

    const one = await get(`${list}?limit=1&type=WebApp`);
    const link = /^<(.+)>; rel="next"$/.exec(one.headers.get('link') ?? '')?.[1] ?? '';
    expect(link).toBe(`${world.service.url}${list}?type=WebApp&limit=1&after=aqueduct`);
    const two = await get(link.slice(world.service.url.length));
    expect(slugs(two)).toEqual(['forum']);
    expect(two.headers.get('link')).toBeNull();
  });

  it.each([
    ['type=Website', 'type', 'enum'],
    ['type=', 'type', 'enum'],
    ['limit=0', 'limit', 'minimum'],
    ['limit=201', 'limit', 'maximum'],
    ['limit=1.5', 'limit', 'type'],
    ['limit=many', 'limit', 'type'],
    ['limit=', 'limit', 'type'],
    ['limit=1&limit=2', 'limit', 'type'],
  ])('400 request.validation_failed: ?%s', async (query, path, rule) => {
    const answer = await get(`${list}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('request.validation_failed');
    expect(answer.body.args.issues).toMatchObject([{ path, rule }]);
  });

  it('404 category.not_found', async () => {
    const answer = await get(`${list}?category=plumbing`);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'category.not_found', args: { category: 'plumbing' } });
  });

  it("lists only products of the caller's workspace", async () => {
    const answer = await get(list, withKey(otherClient));
    expect(slugs(answer)).toEqual(['forum', 'lantern']);
    expect(answer.body[0].name).toBe('Their forum');
    expect((await get(`${list}?category=data`, withKey(otherClient))).status).toBe(404);
  });

  it('lists only the products of a restricted client', async () => {
    const few = await world.client(client.workspaceId, { products: ['mosaic', 'augur'] });
    expect(slugs(await get(list, withKey(few)))).toEqual(['mosaic']);
    const none = await world.client(client.workspaceId, { products: [] });
    expect(slugs(await get(list, withKey(none)))).toEqual([]);
  });
});

describe('GET /api/v1/catalogue/products/{productSlug}', () => {
  it('200: returns the product as in the list', async () => {
    const answer = await get(`${list}/forum`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(forum);
  });

  it.each([
    ['unknown', 'viaduct'],
    ['a draft', 'augur'],
    ['archived', 'basilica'],
    ["another workspace's", 'lantern'],
    ['written otherwise', 'Forum'],
    ['longer than any slug', 'x'.repeat(500)],
  ])('404 product.not_found: %s', async (_case, slug) => {
    const answer = await get(`${list}/${slug}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({
      code: 'product.not_found',
      args: { product: decodeURIComponent(slug) },
    });
  });

  it('403 api_client.product_not_allowed: a product that is not assigned to the client', async () => {
    const few = await world.client(client.workspaceId, { products: ['mosaic'] });
    const answer = await get(`${list}/forum`, withKey(few));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'api_client.product_not_allowed', args: { product: 'forum' } });
    expect((await get(`${list}/mosaic`, withKey(few))).status).toBe(200);
  });

  it('returns another workspace its own product of that slug', async () => {
    expect((await get(`${list}/forum`, withKey(otherClient))).body.name).toBe('Their forum');
  });
});

describe.each([
  ['the list', list],
  ['one product', `${list}/forum`],
])('the ETag of %s', (_case, path) => {
  it('is weak, stable while nothing changes, and matched with 304', async () => {
    const answer = await get(path);
    const tag = answer.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    for (const held of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const again = await get(path, { ...withKey(client), 'if-none-match': held });
      expect(again.status, held).toBe(304);
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
      expect(again.text).toBe('');
    }
  });

  it('does not match another', async () => {
    const answer = await get(path, { ...withKey(client), 'if-none-match': 'W/"x"' });
    expect(answer.status).toBe(200);
  });

  it('is checked after authorisation', async () => {
    const headers = { 'x-api-key': 'wrong', 'if-none-match': '*' };
    expect((await get(path, headers)).status).toBe(401);
    expect((await get(`${list}/viaduct`, { ...withKey(client), 'if-none-match': '*' })).status).toBe(404);
  });
});

it('the ETag changes when a product is added', async () => {
  const before = (await get(list)).headers.get('etag') ?? '';
  done(await addProduct(world.context, client.workspaceId, product('zeugma')));
  const after = await get(list, { ...withKey(client), 'if-none-match': before });
  expect(after.status).toBe(200);
  expect(after.headers.get('etag')).not.toBe(before);
});
