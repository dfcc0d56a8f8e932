import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import {
  apiAppId,
  partnerTenantId,
  type TestClient,
  type TestResponse,
  testEncryptionKey,
  World,
  withKey,
  withToken,
} from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { connectIdp } from '../../../actions/entitlements/idp-connections.ts';
import { addOrganisation, saveMember } from '../../../actions/subscriptions/customers.ts';
import { assignSeat, releaseSeat } from '../../../actions/subscriptions/seats.ts';

const graphAppId = '00000003-0000-0000-c000-000000000000';
const reader = { clientId: 'c2000000-0000-4000-8000-000000000001', clientSecret: 'reader' };

let world: World;
let client: TestClient;
let tenantId: string;
let userObjectId: string;

beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  const editions = [
    { slug: 'standard', name: 'Standard', rank: 10 },
    { slug: 'high', name: 'High', rank: 20 },
  ];
  const forum = product('forum', {
    editions,
    plans: [
      plan('basic'),
      plan('seats', { edition: 'high', licenceModel: 'Seats', billingModel: 'PerUser' }),
      plan('more-seats', { licenceModel: 'Seats', billingModel: 'PerUser' }),
      plan('licences', { edition: 'high', licenceModel: 'IdpManaged', serviceIdentifier: 'licences' }),
      plan('unmapped', { licenceModel: 'IdpManaged' }),
      plan('old', { status: 'Archived' }),
      plan('new', { status: 'Draft' }),
    ],
  });
  done(await addProduct(world.context, workspaceId, forum));
  done(await addProduct(world.context, workspaceId, { ...forum, slug: 'unconnected' }));
  done(await addProduct(world.context, workspaceId, product('augur', { status: 'Draft' })));
  done(await connectIdp(world.context, workspaceId, 'forum', reader, testEncryptionKey));
  client = await world.client(workspaceId);
});
afterAll(() => world.close());

beforeEach(() => {
  world.clock.forward(60_000);
  world.graph.clearFaults();
  tenantId = newTenant();
  userObjectId = crypto.randomUUID();
});

const path = () => `/api/v1/entitlements/${tenantId}/eligibility`;

function post(body: object, headers: Record<string, string> = withKey(client)): Promise<TestResponse> {
  return world.call(path(), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function get(
  query: Record<string, string>,
  headers: Record<string, string> = withKey(client),
): Promise<TestResponse> {
  return world.call(`${path()}?${new URLSearchParams(query)}`, { headers });
}

/** GET and POST, whose responses must be equal. */
async function checkEligibility(question: Record<string, string> = {}): Promise<TestResponse> {
  const query = { product: 'forum', userObjectId, ...question };
  const answer = await post(query);
  expect((await get(query)).body).toEqual({
    ...answer.body,
    ...(answer.body.requestId && { requestId: expect.any(String) }),
  });
  return answer;
}

const bought = (planSlug: string, quantity: number | null = null, productSlug = 'forum') =>
  subscribe(world, client.workspaceId, { tenantId, product: productSlug, plan: planSlug, quantity });

async function member(
  rest: { objectId?: string; email?: string; isActive?: boolean; tenantId?: string } = {},
) {
  const { memberId } = await saveMember(world.context, client.workspaceId, {
    tenantId,
    objectId: userObjectId,
    email: null,
    isActive: true,
    ...rest,
  });
  return memberId;
}

/** Sets up the customer's directory: the application, its consent, and the user's rights. */
function directory(rights: { serviceIdentifier: string; state: string }[], consented = true): void {
  world.idp.registerTenant({ id: tenantId });
  consentedTenants.push(...(consented ? [tenantId] : []));
  knownTenants.push(tenantId);
  registerReader(reader.clientSecret);
  const usageRights = rights.map((right) => ({ ...right, catalogId: 'CFQ7TTC0TEST:0001' }));
  world.graph.registerUser({ tenantId, id: userObjectId, usageRights });
}
const knownTenants: string[] = [];
const consentedTenants: string[] = [];
function registerReader(secret: string): void {
  world.idp.registerApplication({
    clientId: reader.clientId,
    tenantIds: knownTenants,
    secrets: [{ value: secret }],
    roles: {},
    consents: consentedTenants.map((id) => ({ tenantId: id, api: graphAppId, roles: ['User.Read.All'] })),
  });
}

const active = { serviceIdentifier: 'publisher.offer.licences', state: 'active' };

describe('200: every eligibility reason', () => {
  const cases: [string, string, () => Promise<TestResponse>][] = [
    [
      'TenantWideEntitlement',
      'Licensed',
      async () => {
        await bought('basic');
        return checkEligibility();
      },
    ],
    [
      'SeatAssigned',
      'Licensed',
      async () => {
        const subscriptionId = await bought('seats', 3);
        done(await assignSeat(world.context, client.workspaceId, subscriptionId, await member()));
        return checkEligibility();
      },
    ],
    [
      'IdpLicensed',
      'Licensed',
      async () => {
        await bought('licences');
        directory([active]);
        return checkEligibility();
      },
    ],
    ['TenantNotEntitled', 'NotLicensed', () => checkEligibility()],
    [
      'PlanMismatch',
      'NotLicensed',
      async () => {
        await bought('basic');
        return checkEligibility({ plan: 'seats' });
      },
    ],
    [
      'NoSeatAssigned',
      'NotLicensed',
      async () => {
        await bought('seats', 3);
        return checkEligibility();
      },
    ],
    [
      'IdpNotLicensed',
      'NotLicensed',
      async () => {
        await bought('licences');
        directory([{ ...active, state: 'suspended' }]);
        return checkEligibility();
      },
    ],
    [
      'NoIdpPlan',
      'Unconfirmed',
      async () => {
        await bought('unmapped');
        return checkEligibility();
      },
    ],
    [
      'IdpNoLicencesReported',
      'Unconfirmed',
      async () => {
        await bought('licences');
        directory([]);
        return checkEligibility();
      },
    ],
    [
      'IdpUnavailable',
      'Unconfirmed',
      async () => {
        await bought('licences');
        directory([active]);
        world.graph.setFault({ kind: 'unavailable', tenantId });
        return checkEligibility();
      },
    ],
    [
      'IdpNotConfigured',
      'Unconfirmed',
      async () => {
        await bought('licences', null, 'unconnected');
        return checkEligibility({ product: 'unconnected' });
      },
    ],
    [
      'DelegatedConsentMissing',
      'ConsentRequired',
      async () => {
        await bought('licences');
        directory([active], false);
        return checkEligibility();
      },
    ],
  ];

  it.each(cases)('%s, %s', async (reason, licenceOutcome, query) => {
    const answer = await query();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      tenantId,
      reason,
      licenceOutcome,
      isEligible: licenceOutcome === 'Licensed',
      tenantEntitled: reason !== 'TenantNotEntitled',
      accessLevel: reason === 'TenantNotEntitled' ? 'None' : 'Full',
      subject: { objectId: userObjectId, isCaller: false },
      evaluatedAt: world.clock.now().toISOString(),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('IdpNotConfigured, also when the provider refuses the secret', async () => {
    await bought('licences');
    directory([active]);
    registerReader('another secret');
    expect((await post({ product: 'forum', userObjectId })).body.reason).toBe('IdpNotConfigured');
  });
});

describe('200: eligibility details', () => {
  it('contain seats', async () => {
    const subscriptionId = await bought('seats', 3);
    const memberId = await member({ email: 'Ada@Contoso.example' });
    done(await assignSeat(world.context, client.workspaceId, subscriptionId, memberId));
    expect((await checkEligibility()).body).toMatchObject({
      plan: { slug: 'seats', name: 'Plan seats' },
      requestedPlan: null,
      licenceModel: 'Seats',
      seats: { total: 3, assigned: 1, available: 2, isAssigned: true },
      idpLicence: null,
      subject: { objectId: userObjectId, email: 'Ada@Contoso.example', isCaller: false },
    });
    done(await releaseSeat(world.context, client.workspaceId, subscriptionId, memberId));
    await expect
      .poll(async () => (await post({ product: 'forum', userObjectId })).body.reason)
      .toBe('NoSeatAssigned');
  });

  it('ignore the seat of an inactive member, which stays assigned', async () => {
    const subscriptionId = await bought('seats', 3);
    const memberId = await member({ email: 'Ada@Contoso.example' });
    done(await assignSeat(world.context, client.workspaceId, subscriptionId, memberId));
    const ofAda = async () => (await post({ product: 'forum', userObjectId })).body;
    await expect.poll(async () => (await ofAda()).reason).toBe('SeatAssigned');
    await member({ email: 'Ada@Contoso.example', isActive: false });
    await expect.poll(async () => (await ofAda()).reason).toBe('NoSeatAssigned');
    expect((await ofAda()).seats).toEqual({ total: 3, assigned: 1, available: 2, isAssigned: false });
  });

  it('contain licences of the identity provider', async () => {
    await bought('licences');
    directory([
      { ...active, state: 'inactive' },
      { ...active, state: 'warning' },
    ]);
    expect((await checkEligibility()).body.idpLicence).toEqual({
      serviceIdentifier: 'licences',
      state: 'warning',
      checkedAt: world.clock.now().toISOString(),
      stale: false,
    });
  });

  it('use an earlier confirmation for an hour while the provider is down', async () => {
    await bought('licences');
    directory([active]);
    expect((await checkEligibility()).body.reason).toBe('IdpLicensed');
    world.graph.setFault({ kind: 'unavailable', tenantId });
    world.clock.forward(59 * 60_000);
    expect((await post({ product: 'forum', userObjectId })).body).toMatchObject({
      reason: 'IdpLicensed',
      idpLicence: { stale: true },
    });
    world.clock.forward(2 * 60_000);
    expect((await post({ product: 'forum', userObjectId })).body.reason).toBe('IdpUnavailable');
  });

  it('say that a read-only tenant is still entitled', async () => {
    const subscriptionId = await bought('basic');
    await move(world, client.workspaceId, subscriptionId, { type: 'suspend' });
    expect((await checkEligibility()).body).toMatchObject({
      tenantEntitled: true,
      accessLevel: 'ReadOnly',
      isEligible: true,
    });
  });

  it('name the highest plan in force that makes the user eligible', async () => {
    await bought('seats', 1);
    await bought('basic');
    expect((await checkEligibility()).body).toMatchObject({
      reason: 'TenantWideEntitlement',
      plan: { slug: 'basic' },
    });
    const answer = await checkEligibility({ plan: 'seats' });
    expect(answer.body).toMatchObject({ reason: 'NoSeatAssigned', requestedPlan: 'seats' });
    expect((await checkEligibility({ plan: 'old' })).body).toMatchObject({
      reason: 'PlanMismatch',
      plan: { slug: 'seats' },
      requestedPlan: 'old',
    });
  });

  it('contain the decision path with explain', async () => {
    await bought('seats', 1);
    await bought('basic');
    const { explanation } = (await post({ product: 'forum', userObjectId, explain: true })).body;
    expect(explanation).toMatchObject({
      reason: 'TenantWideEntitlement',
      decidedBy: 'basic',
      plans: [
        { plan: 'seats', reason: 'NoSeatAssigned' },
        { plan: 'basic', reason: 'TenantWideEntitlement' },
      ],
    });
    expect((await get({ product: 'forum', userObjectId, explain: 'true' })).body.explanation).toEqual(
      explanation,
    );
    expect((await post({ product: 'forum', userObjectId })).body.explanation).toBeUndefined();
  });
});

describe('eligibility by e-mail address', () => {
  it("finds the only active member of the tenant's organisation", async () => {
    await bought('basic');
    await addOrganisation(world.context, client.workspaceId, { name: 'Contoso', tenantIds: [tenantId] });
    await member({ email: 'ada@contoso.example' });
    await member({ objectId: crypto.randomUUID(), email: 'ada@contoso.example', isActive: false });
    const answer = await post({ product: 'forum', email: 'ADA@contoso.example' });
    expect(answer.body).toMatchObject({
      isEligible: true,
      subject: { objectId: userObjectId, email: 'ada@contoso.example', isCaller: false },
    });
    expect((await get({ product: 'forum', email: 'ada@contoso.example' })).body.isEligible).toBe(true);
  });

  it.each([
    ['nobody has it', []],
    ['an inactive member has it', [{ isActive: false }]],
    ['two active members have it', [{}, {}]],
  ])('422 entitlement.user_not_resolved: %s', async (_case, members) => {
    await bought('basic');
    for (const rest of members) {
      await member({ objectId: crypto.randomUUID(), email: 'bea@contoso.example', ...rest });
    }
    const answer = await post({ product: 'forum', email: 'bea@contoso.example' });
    expect([answer.status, answer.body.code]).toEqual([422, 'entitlement.user_not_resolved']);
  });

  it('never finds members of another workspace', async () => {
    await bought('basic');
    const other = await world.workspace();
    await saveMember(world.context, other, {
      tenantId,
      objectId: userObjectId,
      email: 'ada@contoso.example',
      isActive: true,
    });
    const answer = await post({ product: 'forum', email: 'ada@contoso.example' });
    expect(answer.body.code).toBe('entitlement.user_not_resolved');
  });

  it('finds a member as soon as they are saved', async () => {
    await bought('basic');
    const question = { product: 'forum', email: 'new@contoso.example' };
    expect((await post(question)).status).toBe(422);
    await member({ email: 'new@contoso.example' });
    await expect.poll(async () => (await post(question)).status).toBe(200);
  });
});

describe("eligibility with a user's token", () => {
  let applicationId: string;
  const userToken = async (claims: Record<string, unknown> = {}) => {
    world.idp.registerTenant({ id: tenantId });
    world.idp.registerApplication({ clientId: applicationId, tenantIds: [tenantId], secrets: [], roles: {} });
    const own = world.idp.claimsFor({ tenantId, clientId: applicationId, api: apiAppId });
    return world.idp.sign({ ...own, scp: 'access_as_user', oid: userObjectId, ...claims });
  };

  beforeEach(async () => {
    applicationId = world.application([]);
    await world.activate(client, applicationId);
  });

  it('200 on GET: about the user, without a parameter', async () => {
    await bought('basic');
    const answer = await get({ product: 'forum' }, withToken(await userToken()));
    expect(answer.status).toBe(200);
    expect(answer.body.subject).toEqual({ objectId: userObjectId, email: null, isCaller: true });
  });

  it('422 entitlement.user_tenant_mismatch: a user of another tenant', async () => {
    const token = await userToken();
    tenantId = newTenant();
    const answer = await get({ product: 'forum' }, withToken(token));
    expect([answer.status, answer.body.code]).toEqual([422, 'entitlement.user_tenant_mismatch']);
  });

  it('400: naming another user', async () => {
    const headers = withToken(await userToken());
    for (const subject of [{ userObjectId: crypto.randomUUID() }, { email: 'ada@contoso.example' }]) {
      expect((await get({ product: 'forum', ...subject } as Record<string, string>, headers)).status).toBe(
        400,
      );
    }
  });

  it('403 auth.forbidden: on every other route', async () => {
    const headers = withToken(await userToken());
    expect((await post({ product: 'forum', userObjectId }, headers)).body.code).toBe('auth.forbidden');
    const entitlement = await world.call(`/api/v1/entitlements/${tenantId}?product=forum`, { headers });
    expect([entitlement.status, entitlement.body.code]).toEqual([403, 'auth.forbidden']);
  });

  it('401: of an application without credential, or an app-only token of that tenant', async () => {
    const known = applicationId;
    applicationId = world.application([]);
    expect((await get({ product: 'forum' }, withToken(await userToken()))).status).toBe(401);
    applicationId = known;
    const appOnly = await userToken({ scp: undefined, roles: ['Entitlement.Read.All'] });
    expect((await get({ product: 'forum', userObjectId }, withToken(appOnly))).status).toBe(401);
  });
});

describe('a refused eligibility request', () => {
  it('422 entitlement.user_tenant_mismatch: a member of another tenant', async () => {
    await bought('basic');
    await member({ tenantId: newTenant() });
    const answer = await checkEligibility();
    expect([answer.status, answer.body.code]).toEqual([422, 'entitlement.user_tenant_mismatch']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no product', { product: undefined }, 'product'],
    ['an empty product', { product: '' }, 'product'],
    ['a product of 65 characters', { product: 'x'.repeat(65) }, 'product'],
    ['an empty plan', { plan: '' }, 'plan'],
    ['a plan of 65 characters', { plan: 'x'.repeat(65) }, 'plan'],
    ['an invalid object id', { userObjectId: 'ada' }, 'userObjectId'],
    ['an e-mail of 321 characters', { userObjectId: undefined, email: 'x'.repeat(321) }, 'email'],
    ['neither subject', { userObjectId: undefined }, 'userObjectId'],
    ['an empty e-mail, which is none', { userObjectId: undefined, email: '' }, 'userObjectId'],
    ['both subjects', { email: 'ada@contoso.example' }, 'userObjectId'],
  ])('400 request.validation_failed: %s', async (_case, change, issue) => {
    const question = { product: 'forum', userObjectId, ...change };
    const answer = await post(question);
    expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
    expect(answer.body.args.issues[0].path).toBe(issue);
    const query = Object.entries(question).filter(([, value]) => value !== undefined) as [string, string][];
    expect((await get(Object.fromEntries(query))).status).toBe(400);
  });

  it('treats an empty e-mail beside an object id as absent', async () => {
    expect((await checkEligibility({ email: '' })).body.reason).toBe('TenantNotEntitled');
  });

  it.each(['viaduct', 'augur', 'Forum'])('404 product.not_found: %j', async (slug) => {
    const answer = await checkEligibility({ product: slug });
    expect([answer.status, answer.body.code]).toEqual([404, 'product.not_found']);
  });

  it.each(['gold', 'new'])('404 plan.not_found: %s', async (slug) => {
    const answer = await checkEligibility({ plan: slug });
    expect(answer.body).toMatchObject({ status: 404, code: 'plan.not_found', args: { plan: slug } });
  });

  it('403 api_client.product_not_allowed, scope_not_allowed, auth.forbidden', async () => {
    const question = { product: 'forum', userObjectId };
    const few = await world.client(client.workspaceId, { products: ['unconnected'] });
    expect((await post(question, withKey(few))).body.code).toBe('api_client.product_not_allowed');
    const narrow = await world.client(client.workspaceId, { scopes: [] });
    expect((await post(question, withKey(narrow))).body.code).toBe('api_client.scope_not_allowed');
    const applicationId = world.application(['Usage.Write.All']);
    await world.activate(client, applicationId);
    const headers = withToken(await world.token(applicationId, partnerTenantId));
    expect((await post(question, headers)).body.code).toBe('auth.forbidden');
    expect((await get(question, headers)).body.code).toBe('auth.forbidden');
  });
});
