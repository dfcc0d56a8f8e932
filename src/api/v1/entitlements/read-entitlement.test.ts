import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { revisePlan } from '../../../../tests/support/worlds/revise-plan.ts';
import { move, newTenant, note, order, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { type TestClient, World, withKey, withToken } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { createSubscription } from '../../../actions/subscriptions/create-subscription.ts';
import { standardRetention } from '../../../core/operations/retention.ts';

const day = 24 * 3_600_000;

let world: World;
let client: TestClient;
let otherClient: TestClient;
let tenantId: string;

beforeAll(async () => {
  // Without workers: responses must be right without a sweep.
  world = await World.create({
    retention: { ...standardRetention, historyDays: 500, versionDays: 400 },
  });
  const workspaceId = await world.workspace();
  const forum = product('forum', {
    editions: [
      { slug: 'standard', name: 'Standard', rank: 10 },
      { slug: 'high', name: 'High', rank: 20 },
    ],
    plans: [
      plan('basic', { capabilities: { polls: true, guests: false }, limits: { rooms: 25, posts: 10 } }),
      plan('best', {
        edition: 'high',
        capabilities: { guests: true, audit: false },
        limits: { rooms: 5, posts: 100 },
        marketplace: [{ sourceName: 'Shop', offerId: 'forum', planId: 'best', dimensions: [] }],
      }),
      plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser' }),
      plan('licences', { licenceModel: 'IdpManaged', serviceIdentifier: 'licences' }),
      plan('old', { status: 'Archived', capabilities: { polls: true } }),
    ],
  });
  done(await addProduct(world.context, workspaceId, forum));
  done(await addProduct(world.context, workspaceId, product('augur', { status: 'Draft' })));
  done(await addProduct(world.context, workspaceId, product('basilica', { status: 'Archived' })));
  client = await world.client(workspaceId);
  const otherWorkspaceId = await world.workspace();
  done(await addProduct(world.context, otherWorkspaceId, product('lantern')));
  done(await addProduct(world.context, otherWorkspaceId, { ...forum, name: 'Their forum' }));
  otherClient = await world.client(otherWorkspaceId);
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.forward(60_000);
  tenantId = newTenant();
});

const path = (query = 'product=forum', tenant = tenantId) => `/api/v1/entitlements/${tenant}?${query}`;
const get = (query?: string, headers: Record<string, string> = withKey(client)) =>
  world.call(path(query), { headers });
const bought = (rest: Partial<Parameters<typeof order>[0]> = {}) =>
  subscribe(world, client.workspaceId, { tenantId, ...rest });
const later = (milliseconds: number) => new Date(world.clock.now().getTime() + milliseconds);

/** Waits until this node has received the committed change. */
async function untilVersion(version: number): Promise<void> {
  await expect.poll(async () => (await get()).body.version).toBe(version);
}

const none = {
  product: { slug: 'forum', name: 'The forum' },
  accessLevel: 'None',
  plans: [],
  plan: null,
  edition: null,
  licenceModel: null,
  licenceOutcome: 'NotLicensed',
  capabilities: {},
  limits: {},
  quantity: null,
  validUntil: null,
  isTrial: false,
  trialEndsAt: null,
  cancelledAt: null,
  sources: [],
  marketplace: null,
};

describe('200', () => {
  it('None, version 0, for a tenant without subscriptions', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      tenantId,
      ...none,
      status: 'None',
      version: 0,
      evaluatedAt: world.clock.now().toISOString(),
    });
    expect(answer.headers.get('etag')).toMatch(/^W\/"/);
  });

  it('all members of an active marketplace subscription', async () => {
    const validUntil = later(30 * day);
    await bought({ plan: 'best', source: 'Marketplace', validUntil, marketplaceSubscriptionId: tenantId });
    expect((await get()).body).toEqual({
      tenantId,
      product: { slug: 'forum', name: 'The forum' },
      status: 'Active',
      accessLevel: 'Full',
      plans: [{ slug: 'best', name: 'Plan best' }],
      plan: { slug: 'best', name: 'Plan best' },
      edition: { slug: 'high', name: 'High', rank: 20 },
      licenceModel: 'TenantWide',
      licenceOutcome: 'Licensed',
      capabilities: { audit: false, guests: true },
      limits: { posts: 100, rooms: 5 },
      quantity: null,
      validUntil: validUntil.toISOString(),
      isTrial: false,
      trialEndsAt: null,
      cancelledAt: null,
      sources: ['Marketplace'],
      marketplace: { sourceName: 'Shop', offerId: 'forum', kind: 'Microsoft' },
      version: 2,
      evaluatedAt: world.clock.now().toISOString(),
    });
  });

  it('several plans merged: the highest edition, every capability, the highest limits, all seats', async () => {
    await bought({ plan: 'basic' });
    await bought({ plan: 'best', source: 'Reseller' });
    await bought({ plan: 'seats', quantity: 3 });
    await bought({ plan: 'seats', quantity: 4 });
    expect((await get()).body).toMatchObject({
      plans: [{ slug: 'best' }, { slug: 'basic' }, { slug: 'seats' }],
      plan: { slug: 'best' },
      edition: { slug: 'high', rank: 20 },
      capabilities: { audit: false, guests: true, polls: true },
      limits: { posts: 100, rooms: 25 },
      quantity: 7,
      sources: ['Direct', 'Reseller'],
      version: 8,
    });
  });

  it.each([
    ['seats', { quantity: 2 }],
    ['licences', {}],
  ])('NotApplicable where the licence is decided per user: %s', async (planSlug, rest) => {
    await bought({ plan: planSlug, ...rest });
    expect((await get()).body.licenceOutcome).toBe('NotApplicable');
  });

  it('an archived plan stays in force, and an archived product stays known', async () => {
    await bought({ plan: 'old' });
    expect((await get()).body).toMatchObject({ status: 'Active', plan: { slug: 'old' } });
    expect((await get('product=basilica')).status).toBe(200);
  });

  it('Pending, Active, Suspended, Active, Cancelled as they happen', async () => {
    const created = await createSubscription(world.context, client.workspaceId, order({ tenantId }), note);
    const { subscriptionId } = done(created).subscription;
    const { workspaceId } = client;
    expect((await get()).body).toMatchObject({ ...none, status: 'Pending', version: 1 });
    await move(world, workspaceId, subscriptionId, { type: 'activate' });
    await untilVersion(2);
    expect((await get()).body).toMatchObject({ status: 'Active', accessLevel: 'Full' });
    await move(world, workspaceId, subscriptionId, { type: 'suspend' });
    await untilVersion(3);
    expect((await get()).body).toMatchObject({
      status: 'Suspended',
      accessLevel: 'ReadOnly',
      plan: { slug: 'basic' },
    });
    await move(world, workspaceId, subscriptionId, { type: 'reinstate' });
    await untilVersion(4);
    expect((await get()).body).toMatchObject({ status: 'Active', accessLevel: 'Full' });
    await move(world, workspaceId, subscriptionId, { type: 'cancelNow' });
    await untilVersion(5);
    const cancelledAt = world.clock.now().toISOString();
    expect((await get()).body).toMatchObject({ ...none, status: 'Cancelled', cancelledAt });
  });

  it('the exact end of a trial without a sweep', async () => {
    const trialEndsAt = later(day);
    await bought({ isTrial: true, trialEndsAt });
    expect((await get()).body).toMatchObject({
      status: 'Active',
      isTrial: true,
      trialEndsAt: trialEndsAt.toISOString(),
    });
    world.clock.forward(day - 1);
    const before = await get();
    expect(before.body.status).toBe('Active');
    world.clock.forward(1);
    const after = await get();
    expect(after.body).toMatchObject({ ...none, status: 'Expired', version: before.body.version });
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('a revised plan changes the answer and the version of its tenants', async () => {
    await bought({ plan: 'licences' });
    await untilVersion(2);
    const capabilities = { fresh: true };
    done(await revisePlan(world.context, client.workspaceId, 'forum', 'licences', { capabilities }));
    await untilVersion(3);
    expect((await get()).body.capabilities).toEqual(capabilities);
  });

  it('a changed limit changes the answer, its ETag and the version, and stays as it was with asOf', async () => {
    await bought({ plan: 'seats', quantity: 2 });
    await untilVersion(2);
    const before = await get();
    const moment = world.clock.now().toISOString();
    world.clock.forward(1_000);
    const limits = { rooms: 7.5 };
    done(await revisePlan(world.context, client.workspaceId, 'forum', 'seats', { limits }));
    await untilVersion(3);
    const after = await get();
    expect([before.body.limits, after.body.limits]).toEqual([{}, limits]);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const past = await get(`product=forum&asOf=${moment}`);
    expect(past.body).toMatchObject({ limits: {}, version: 2, isHistorical: true });
    done(await revisePlan(world.context, client.workspaceId, 'forum', 'seats', { limits: {} }));
  });

  it('the same with a token, and for a tenant id in upper case', async () => {
    await bought();
    const applicationId = world.application(['Entitlement.Read.All']);
    await world.activate(client, applicationId);
    const headers = withToken(await world.token(applicationId));
    const answer = await world.call(path('product=forum', tenantId.toUpperCase()), { headers });
    expect(answer.body).toEqual((await get()).body);
  });
});

describe('the ETag of an entitlement', () => {
  it('is stable over time, changes with the answer, and is matched with 304', async () => {
    const subscriptionId = await bought();
    await untilVersion(2);
    const first = await get();
    const tag = first.headers.get('etag') ?? '';
    world.clock.forward(5_000);
    const second = await get();
    expect(second.headers.get('etag')).toBe(tag);
    expect(second.body.evaluatedAt).not.toBe(first.body.evaluatedAt);
    const held = await get(undefined, { ...withKey(client), 'if-none-match': `"x", ${tag}` });
    expect([held.status, held.text, held.headers.get('etag')]).toEqual([304, '', tag]);
    expect(held.headers.get('cache-control')).toBe('private, no-cache');
    await move(world, client.workspaceId, subscriptionId, { type: 'suspend' });
    await untilVersion(3);
    expect((await get(undefined, { ...withKey(client), 'if-none-match': tag })).status).toBe(200);
  });

  it('exists for None too', async () => {
    const tag = (await get()).headers.get('etag') ?? '';
    expect((await get(undefined, { ...withKey(client), 'if-none-match': tag })).status).toBe(304);
    expect((await get(undefined, { ...withKey(client), 'if-none-match': '*' })).status).toBe(304);
  });
});

describe('explain=true', () => {
  it('explains for each subscription whether it is in force and why, and which plans enable each capability', async () => {
    await bought({ plan: 'basic' });
    await bought({ plan: 'best' });
    const ended = await bought({ plan: 'old' });
    await move(world, client.workspaceId, ended, { type: 'cancelNow' });
    const { body, headers } = await get('product=forum&explain=true');
    expect(headers.get('etag')).toBeNull();
    expect(body.explanation.subscriptions).toHaveLength(3);
    const inForce = body.explanation.subscriptions.filter((one: { isInForce: boolean }) => one.isInForce);
    expect(inForce.map(({ plan: slug }: { plan: string }) => slug).sort()).toEqual(['basic', 'best']);
    expect(body.explanation.capabilities).toEqual({ audit: [], guests: ['best'], polls: ['basic'] });
    expect(body.explanation.limits).toEqual({ posts: ['best'], rooms: ['basic'] });
    const { explanation: _, ...answer } = body;
    expect(answer).toEqual((await get()).body);
  });

  it('explain=false omits the explanation; other values return 400', async () => {
    expect((await get('product=forum&explain=false')).body.explanation).toBeUndefined();
    expect((await get('product=forum&explain=perhaps')).status).toBe(400);
  });
});

describe('asOf', () => {
  it('returns the answer of that time, with its catalogue', async () => {
    const answers: [string, unknown][] = [];
    const remember = async () => {
      world.clock.forward(1_000);
      answers.push([world.clock.now().toISOString(), (await get('product=forum&explain=true')).body]);
      world.clock.forward(1_000);
    };
    await remember();
    const subscriptionId = await bought({ plan: 'seats', quantity: 2, validUntil: later(day) });
    await untilVersion(2);
    await remember();
    done(
      await revisePlan(world.context, client.workspaceId, 'forum', 'seats', {
        capabilities: { archive: true },
      }),
    );
    await untilVersion(3);
    await remember();
    await move(world, client.workspaceId, subscriptionId, { type: 'changePlan', plan: 'basic' });
    await untilVersion(4);
    await remember();
    await move(world, client.workspaceId, subscriptionId, { type: 'suspend' });
    await untilVersion(5);
    await remember();
    world.clock.forward(2 * day);
    await remember();
    expect(answers).toHaveLength(6);
    for (const [moment, answered] of answers) {
      const answer = await get(`product=forum&explain=true&asOf=${moment}`);
      expect(answer.body, moment).toEqual({ ...(answered as object), isHistorical: true });
      expect(answer.headers.get('etag')).toBeNull();
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('accepts any offset, and now; refuses the future and invalid text', async () => {
    const now = world.clock.now();
    expect((await get(`product=forum&asOf=${now.toISOString()}`)).status).toBe(200);
    const inRome = encodeURIComponent(
      new Date(now.getTime() + 3_600_000).toISOString().replace('Z', '+01:00'),
    );
    expect((await get(`product=forum&asOf=${inRome}`)).body.evaluatedAt).toBe(now.toISOString());
    for (const bad of [later(1).toISOString(), 'yesterday', '', '2026-13-01T00:00:00Z']) {
      const answer = await get(`product=forum&asOf=${bad}`);
      expect([answer.status, answer.body.code], bad).toEqual([400, 'request.validation_failed']);
      expect(answer.body.args.issues[0].path).toBe('asOf');
    }
  });
});

describe('asOf before the history that is kept', () => {
  it('is refused with the first moment that is possible: the shorter of the two times counts', async () => {
    const oldest = later(-400 * day);
    expect((await get(`product=forum&asOf=${oldest.toISOString()}`)).status).toBe(200);
    const answer = await get(`product=forum&asOf=${later(-400 * day - 1).toISOString()}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
    const message = `must not be before ${oldest.toISOString()}: earlier history is not kept`;
    expect(answer.body.args.issues).toEqual([{ path: 'asOf', rule: 'range', message }]);
  });
});

describe('a refused entitlement request', () => {
  it.each([
    ['no product', '', 'product'],
    ['an empty one', 'product=', 'product'],
    ['a very long one', `product=${'x'.repeat(65)}`, 'product'],
    ['two', 'product=forum&product=augur', 'product'],
  ])('400 request.validation_failed: %s', async (_case, query, issue) => {
    const answer = await get(query);
    expect(answer.status).toBe(400);
    expect(answer.body.args.issues[0].path).toBe(issue);
  });

  it.each([
    ['a name', 'contoso'],
    ['5,000 characters', 'a'.repeat(5_000)],
    ['30,000 characters', 'a'.repeat(30_000)],
  ])('400 request.validation_failed: a malformed tenant id, %s', async (_case, tenant) => {
    const answer = await world.call(path('product=forum', tenant), { headers: withKey(client) });
    expect(answer.body).toMatchObject({
      status: 400,
      args: { issues: [{ path: 'tenantId', rule: 'format' }] },
    });
  });

  it.each(['viaduct', 'augur', 'lantern', 'Forum'])('404 product.not_found: %s', async (slug) => {
    const answer = await get(`product=${slug}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'product.not_found']);
    const past = await get(`product=${slug}&asOf=${world.clock.now().toISOString()}`);
    expect([past.status, past.body.code]).toEqual([404, 'product.not_found']);
  });

  it('403 api_client.product_not_allowed: a product that is not assigned to the client', async () => {
    const few = await world.client(client.workspaceId, { products: [] });
    for (const query of ['product=forum', `product=forum&asOf=${world.clock.now().toISOString()}`]) {
      const answer = await get(query, withKey(few));
      expect(answer.body).toMatchObject({
        status: 403,
        code: 'api_client.product_not_allowed',
        args: { product: 'forum' },
      });
    }
  });

  it('403: without the scope, or with a token without the role or of a user', async () => {
    const narrow = await world.client(client.workspaceId, { scopes: ['catalogue:read'] });
    expect((await get(undefined, withKey(narrow))).body).toMatchObject({
      code: 'api_client.scope_not_allowed',
      args: { requiredScope: 'entitlements:read' },
    });
    const applicationId = world.application(['Catalogue.Read.All']);
    await world.activate(client, applicationId);
    expect((await get(undefined, withToken(await world.token(applicationId)))).body).toMatchObject({
      code: 'auth.forbidden',
      args: { requiredRole: 'Entitlement.Read.All' },
    });
  });
});

it('never shows subscriptions of another workspace for the same tenant', async () => {
  await bought({ plan: 'best' });
  const theirs = await get(undefined, withKey(otherClient));
  expect(theirs.body).toMatchObject({ product: { name: 'Their forum' }, status: 'None', version: 0 });
  await subscribe(world, otherClient.workspaceId, { tenantId, plan: 'basic' });
  await expect.poll(async () => (await get(undefined, withKey(otherClient))).body.plan?.slug).toBe('basic');
  expect((await get()).body.plan.slug).toBe('best');
});
