import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { maxProductVersions } from '../../../core/catalogue/product-version.ts';

let world: World;
let workspaceId: string;
let mara: PortalUser;
let viewer: PortalUser;
let administrator: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  mara = await PortalUser.join(world, workspaceId, 'Catalogue manager');
  administrator = await PortalUser.join(world, workspaceId, 'Partner administrator');
  viewer = await PortalUser.join(world, workspaceId, 'Viewer');
});
afterAll(() => world?.close());

/** Each test has a product of its own: its slug. */
let forum: string;
beforeEach(async () => {
  forum = `forum-${randomUUID().slice(0, 8)}`;
  const basic = plan('basic', {
    capabilities: { search: true },
    marketplace: [{ sourceName: 'Marketplace', offerId: forum, planId: 'basic', dimensions: [] }],
  });
  done(await addProduct(world.context, workspaceId, product(forum, { plans: [basic, plan('better')] })));
  world.clock.forward(1);
});

const tagOf = async () => (await mara.call('GET', `/products/${forum}`)).headers.get('etag') ?? '';
const change = async (method: string, path: string, body?: object) => {
  const headers = { 'if-match': '*' };
  const answer = await mara.call(method, `/products/${forum}${path}`, { headers, ...(body && { body }) });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};
const versions = async (query = '', by = mara) =>
  (await by.call('GET', `/products/${forum}/versions${query}`)).body;
const restore = async (revision: number, body: object = {}, headers: Record<string, string> = {}) =>
  mara.call('POST', `/products/${forum}/versions/${revision}/restore`, {
    headers: { 'if-match': '*', ...headers },
    body,
  });
const customer = async (name: string, to = 'basic') => {
  const tenantId = randomUUID();
  await administrator.call('POST', '/organisations', { body: { name, tenantIds: [tenantId] } });
  await subscribe(world, workspaceId, { tenantId, product: forum, plan: to });
  return tenantId;
};

describe('the versions of a product', () => {
  it('name who made each change, when, what, why, and the customers whose entitlement it altered', async () => {
    const tenantId = await customer('Contoso');
    await customer('Fabrikam', 'better');
    await change('PATCH', '/plans/basic', {
      capabilities: { search: false },
      reason: 'Search is an extra since November',
    });
    const { items, total } = await versions();
    expect(total).toEqual({ count: 2, isExact: true });
    expect(items[0]).toMatchObject({
      revision: 2,
      recordedAt: world.clock.now().toISOString(),
      isCurrent: true,
      actor: { kind: 'Member', id: mara.memberId },
      reason: 'Search is an extra since November',
      restoredRevision: null,
      changes: [
        {
          action: 'plan.changed',
          subject: { kind: 'Plan', id: `${forum}/basic` },
          before: { capabilities: { search: true } },
          after: { capabilities: { search: false } },
        },
      ],
      affected: { customers: 1, tenants: [{ tenantId, organisation: 'Contoso' }] },
    });
    expect(items[1]).toMatchObject({
      revision: 1,
      isCurrent: false,
      actor: null,
      changes: [],
      affected: { customers: 0 },
    });
  });

  it('are filtered by plan, and paged', async () => {
    await change('PATCH', '/plans/basic', { name: 'Basic 2' });
    await change('PATCH', '/plans/better', { name: 'Better 2' });
    await change('PATCH', '', { name: 'Town forum' });
    const revisions = (page: { items: { revision: number }[] }) => page.items.map(({ revision }) => revision);
    expect(revisions(await versions('?plan=better'))).toEqual([3, 1]);
    const first = await versions('?limit=3');
    expect([revisions(first), first.next]).toEqual([[4, 3, 2], '2']);
    expect(revisions(await versions('?limit=3&after=2'))).toEqual([1]);
    expect(revisions(await versions('?sort=revision', viewer))).toEqual([1, 2, 3, 4]);
  });

  it('have the whole product', async () => {
    await change('PATCH', '/plans/basic', { name: 'Basic 2', limits: { rooms: 5 } });
    const { body } = await viewer.call('GET', `/products/${forum}/versions/1`);
    expect(body).toMatchObject({
      revision: 1,
      product: {
        slug: forum,
        plans: [
          { slug: 'basic', name: 'Plan basic', limits: {}, marketplace: [{ offerId: forum }] },
          { slug: 'better' },
        ],
      },
    });
  });

  it('begin with the state before the first change, where none were kept', async () => {
    await world.context.database
      .deleteFrom('product_versions')
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect((await versions()).items).toEqual([]);
    await change('PATCH', '', { name: 'Town forum' });
    expect((await versions()).items).toMatchObject([{ revision: 2 }, { revision: 1, affected: null }]);
    expect((await restore(1)).body.name).toBe(`The ${forum}`);
  });

  it('are at most so many', async () => {
    const { productId } = (await mara.call('GET', `/products/${forum}`)).body;
    const old = {
      workspace_id: workspaceId,
      product_id: productId,
      definition: '{}',
      recorded_at: new Date(),
    };
    const set = { revision: maxProductVersions };
    await world.context.database
      .updateTable('products')
      .set(set)
      .where('product_id', '=', productId)
      .execute();
    await world.context.database
      .insertInto('product_versions')
      .values({ ...old, ...set })
      .execute();
    await change('PATCH', '', { name: 'Town forum' });
    const { items } = await versions('?limit=200');
    expect(items.map(({ revision }: { revision: number }) => revision)).toEqual([101, 100]);
  });

  it('are gone with a removed draft, so that another product of the same slug begins anew', async () => {
    const body = { slug: `${forum}-2`, name: 'Draft', types: ['WebApp'] };
    await mara.call('POST', '/products', { body });
    await mara.call('DELETE', `/products/${forum}-2`);
    await mara.call('POST', '/products', { body: { ...body, name: 'Another' } });
    const { body: page } = await mara.call('GET', `/products/${forum}-2/versions`);
    expect(page.items).toMatchObject([{ revision: 1, changes: [{ after: { name: 'Another' } }] }]);
    expect(page.items[0].changes).toHaveLength(1);
  });
});

describe('a restored version', () => {
  it('is previewed, and takes a change back', async () => {
    const tenantId = await customer('Contoso');
    await change('PATCH', '/plans/basic', { capabilities: {} });
    const preview = await mara.call('POST', `/products/${forum}/versions/1/impact`, { body: {} });
    expect(preview.body).toMatchObject({
      answers: { compared: 1, changed: 1 },
      capabilities: [{ capability: 'search', gained: 1, lost: 0 }],
      examples: [{ tenantId, organisation: 'Contoso' }],
      changes: [{ action: 'plan.changed' }],
    });
    expect((await versions()).items).toHaveLength(2);

    const { status, body } = await restore(
      1,
      { reason: 'Removed by mistake' },
      { 'if-match': await tagOf() },
    );
    expect([status, body.plans[0].capabilities]).toEqual([200, { search: true }]);
    expect((await versions()).items[0]).toMatchObject({
      revision: 3,
      restoredRevision: 1,
      reason: 'Removed by mistake',
      affected: { customers: 1, tenants: [{ tenantId, organisation: 'Contoso' }] },
    });
    expect(await mara.lastAudit()).toMatchObject({
      action: 'plan.changed',
      reason: 'Removed by mistake',
      productRevision: 3,
      restoredRevision: 1,
    });
  });

  it('changes nothing a second time', async () => {
    await change('PATCH', '/plans/basic', { name: 'Basic 2' });
    await restore(1);
    const count = await mara.auditCount();
    const tag = await tagOf();
    expect((await restore(1)).status).toBe(200);
    expect([await mara.auditCount(), await tagOf()]).toEqual([count, tag]);
  });

  it('can be one plan, or one mapping', async () => {
    await change('PATCH', '/plans', {
      plans: { basic: { limits: { rooms: 1 } }, better: { limits: { rooms: 2 } } },
    });
    const { plans } = (await mara.call('GET', `/products/${forum}`)).body;
    const { mappingId } = plans[0].marketplace[0];
    const path = `/plan-mappings/${mappingId}`;
    const headers = { 'if-match': '*' };
    const body = { planId: 'other', reason: 'Renamed in Partner Center' };
    expect((await mara.call('PATCH', path, { headers, body })).status).toBe(200);
    expect((await versions()).items[0].reason).toBe('Renamed in Partner Center');

    const planOnly = (await restore(1, { plan: 'basic' })).body.plans;
    expect(planOnly.map(({ limits }: { limits: object }) => limits)).toEqual([{}, { rooms: 2 }]);
    expect(planOnly[0].marketplace[0].planId).toBe('other');
    const withMapping = (await restore(1, { mappingId })).body.plans;
    expect(withMapping[0].marketplace).toMatchObject([{ mappingId, planId: 'basic' }]);
    expect(withMapping[1].limits).toEqual({ rooms: 2 });
  });

  it('412: somebody changed the product meanwhile; 428: without If-Match', async () => {
    const tag = await tagOf();
    await change('PATCH', '/plans/basic', { name: 'Basic 2' });
    expect((await restore(1, {}, { 'if-match': tag })).status).toBe(412);
    const path = `/products/${forum}/versions/1/restore`;
    expect((await mara.call('POST', path, { body: {} })).status).toBe(428);
  });

  it('of two at once with the same tag one is refused', async () => {
    await change('PATCH', '/plans/basic', { name: 'Basic 2' });
    const tag = await tagOf();
    const statuses = await Promise.all(
      [1, 1].map(async (to) => (await restore(to, {}, { 'if-match': tag })).status),
    );
    expect(statuses.sort()).toEqual([200, 412]);
  });

  it('409: a mapping that another product has taken over, in words', async () => {
    const { plans } = (await mara.call('GET', `/products/${forum}`)).body;
    await mara.call('DELETE', `/plan-mappings/${plans[0].marketplace[0].mappingId}`);
    const other = product(`${forum}-2`, {
      plans: [
        plan('basic', {
          marketplace: [{ sourceName: 'Marketplace', offerId: forum, planId: 'basic', dimensions: [] }],
        }),
      ],
    });
    done(await addProduct(world.context, workspaceId, other));
    const refused = await restore(1);
    expect([refused.status, refused.body.code]).toEqual([409, 'catalogue.restore_not_possible']);
    expect(refused.body.detail).toMatch(
      /^Version 1 cannot be restored: plan Plan basic, mapping forum.* must be mapped to one plan/,
    );
    const path = `/products/${forum}/versions/1/impact`;
    expect((await mara.call('POST', path, { body: {} })).body.code).toBe('catalogue.restore_not_possible');
  });

  it.each([
    [404, '/versions/99/restore', {}],
    [404, '/versions/1/restore', { plan: 'gold' }],
    [404, '/versions/1/restore', { mappingId: randomUUID() }],
    [400, '/versions/1/restore', { plan: 'basic', mappingId: randomUUID() }],
    [400, '/versions/0/restore', {}],
    [400, '/versions/1/restore', { reason: 'x'.repeat(501) }],
    [400, '/versions/1/restore', { reason: 'two\nlines' }],
  ])('%i: %s with %j', async (expected, path, body) => {
    const headers = { 'if-match': '*' };
    const { status } = await mara.call('POST', `/products/${forum}${path}`, { headers, body });
    expect(status).toBe(expected);
  });

  it('403: by a role that may not change the catalogue', async () => {
    for (const verb of ['impact', 'restore']) {
      const path = `/products/${forum}/versions/1/${verb}`;
      const { status } = await viewer.call('POST', path, { headers: { 'if-match': '*' }, body: {} });
      expect(status).toBe(403);
    }
  });

  it('404: of another workspace', async () => {
    const stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
    for (const path of ['', '/1']) {
      expect((await stranger.call('GET', `/products/${forum}/versions${path}`)).status).toBe(404);
    }
  });
});

describe('a reason', () => {
  it.each([
    ['PATCH', '', { name: 'Town forum' }],
    ['PATCH', '/plans', { plans: { basic: { limits: { rooms: 1 } } } }],
    ['PATCH', '/editions/standard', { name: 'Normal' }],
    ['POST', '/plans/basic/archive', {}],
    ['POST', '/archive', {}],
  ])('%s %s keeps it in the audit log', async (method, path, body) => {
    await change(method, path, { ...body, reason: 'Because' });
    expect(await mara.lastAudit()).toMatchObject({ reason: 'Because', productRevision: 2 });
  });

  it('need not be given, and neither need a body', async () => {
    await change('POST', '/plans/basic/archive');
    expect(await mara.lastAudit()).toMatchObject({ action: 'plan.archived', reason: null });
  });

  it('is in the exports', async () => {
    await change('PATCH', '', { name: 'Town forum', reason: 'Because' });
    const { text } = await mara.call('GET', `/audit-log.csv?product=${forum}`);
    const [columns, line] = text.trimEnd().split('\r\n');
    expect([columns?.split(',').at(-1), line?.split(',').at(-1)]).toEqual(['reason', 'Because']);
  });
});
