import { Type } from 'typebox';
import { resolveEntitlement } from '../../../core/entitlements/entitlement.ts';
import { accessLevels } from '../../../core/entitlements/in-force.ts';
import { isUuid } from '../../../core/identifiers.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import { readTimestamp } from '../../../core/values/timestamp.ts';
import { loadEntitlementsOfTenant } from '../../../storage/entitlements/entitlement-sets.ts';
import type { StoredEntitlement } from '../../../storage/entitlements/entitlements.ts';
import { listCustomerMemberViews } from '../../../storage/subscriptions/customer-member-list.ts';
import { listSubscriptionViews } from '../../../storage/subscriptions/subscription-views.ts';
import {
  listSisterTenants,
  listTenantMoments,
  type MomentKey,
} from '../../../storage/subscriptions/tenant-views.ts';
import { anySlug, jsonResponse, oneOf } from '../../schemas.ts';
import { afterText, pageQuery, pageResponse, readAfter, readPage } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { accountsOfCustomer, readCustomer } from './customer-view.ts';
import { memberExample } from './customers.ts';
import { summaryExample, summaryOf } from './subscription-view.ts';

export const readTenantRoutes = adminRoutes('Customers', (routes, context) => {
  const { database } = context;
  routes.schemas(Tenant, TenantMoment);

  routes.get(`${tenantsPath}/:tenantId`, {
    access: 'read',
    operationId: 'readTenant',
    summary: 'Read a tenant with its organisation, subscriptions and members',
    responses: { 200: jsonResponse('The tenant.', Type.Ref('Tenant'), tenantExample) },
    handle: async ({ workspaceId, params }) => {
      const tenantId = params.tenantId.toLowerCase();
      const customer = await readCustomer(context, workspaceId, tenantId);
      if (isRefusal(customer)) return customer;
      const question = { tenantId, limit: maxOnPage };
      const [otherTenants, held, subscriptions, members] = await Promise.all([
        listSisterTenants(database, workspaceId, tenantId, maxOnPage),
        loadEntitlementsOfTenant(database, workspaceId, tenantId),
        listSubscriptionViews(database, workspaceId, question),
        listCustomerMemberViews(database, workspaceId, tenantId, { limit: maxOnPage }),
      ]);
      const now = context.clock.now();
      const { organisation, accounts, createdAt, subscriptionCount, memberCount } = customer;
      return {
        tenantId,
        organisation,
        accounts,
        createdAt,
        subscriptionCount,
        memberCount,
        otherTenants,
        products: held.map((entitlement) => entitlementSummary(entitlement, now)),
        subscriptions: subscriptions.map((record) => summaryOf(record, now)),
        members,
      };
    },
  });

  routes.get(`${tenantsPath}/:tenantId/history`, {
    access: 'read',
    operationId: 'listTenantHistory',
    summary: 'List the changes of a tenant’s subscriptions',
    description: 'For a time line: time, move, actor and reason of each change.',
    querystring: Type.Object({
      ...pageQuery,
      after: afterText(100),
      product: Type.Optional(anySlug("A product's slug.")),
    }),
    responses: { 200: pageResponse('Changes, newest first.', Type.Ref('TenantMoment'), momentExample) },
    handle: async ({ workspaceId, params, query }) => {
      const after = readAfter(query.after, readMomentCursor);
      if (isRefusal(after)) return after;
      const { tenantId } = params;
      const { product } = query;
      const customer = await readCustomer(context, workspaceId, tenantId);
      if (isRefusal(customer)) return customer;
      return readPage(
        query,
        (limit) => listTenantMoments(database, workspaceId, tenantId, { product, after, limit }),
        momentCursor,
        (moment) => moment,
      );
    },
  });
});

export const tenantsPath = '/workspaces/:workspaceId/tenants';

/** The first rows of each list on a tenant's page. */
const maxOnPage = 50;

const named = Type.Object({ slug: Type.String(), name: Type.String() });

const Tenant = Type.Object(
  {
    tenantId: uuid,
    organisation: nullable.object({ organisationId: uuid, name: Type.String() }),
    accounts: accountsOfCustomer,
    otherTenants: Type.Array(uuid, { description: 'The other tenants of the organisation.' }),
    createdAt: instant,
    products: Type.Array(
      Type.Object({
        product: named,
        status: oneOf([...subscriptionStatuses, 'None']),
        accessLevel: oneOf(accessLevels),
        plan: Type.Union([named, Type.Null()]),
        validUntil: nullable.text,
        version: Type.Integer(),
      }),
      { description: 'The present entitlement to every product that the tenant has ever bought.' },
    ),
    subscriptionCount: Type.Integer(),
    subscriptions: Type.Array(Type.Ref('Subscription'), {
      description: `The newest ${maxOnPage}; the others are at \`/subscriptions?tenantId=…\`.`,
    }),
    memberCount: Type.Integer(),
    members: Type.Array(Type.Ref('CustomerMember'), {
      description: `The newest ${maxOnPage}; the others are at \`/customers/{tenantId}/members\`.`,
    }),
  },
  { $id: 'Tenant' },
);

const tenantExample = {
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: { organisationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8', name: 'Contoso' },
  accounts: [],
  otherTenants: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  products: [
    {
      product: { slug: 'aqueduct', name: 'Aqueduct' },
      status: 'Active',
      accessLevel: 'Full',
      plan: { slug: 'standard-yearly', name: 'Standard, yearly' },
      validUntil: '2027-01-01T00:00:00.000Z',
      version: 2,
    },
  ],
  subscriptionCount: 1,
  subscriptions: [summaryExample],
  memberCount: 1,
  members: [memberExample],
};

function entitlementSummary({ facts }: StoredEntitlement, now: Date) {
  const { product, status, accessLevel, plan, validUntil, version } = resolveEntitlement(facts, now);
  return { product, status, accessLevel, plan, validUntil, version };
}

const TenantMoment = Type.Object(
  {
    recordedAt: described(instant, 'With it as `asOf`, the API responds as after this change.'),
    subscriptionId: uuid,
    revision: Type.Integer(),
    product: Type.String({ description: 'Slug.' }),
    plan: Type.String({ description: 'Slug.' }),
    move: Type.String(),
    actor: Type.String(),
    reason: nullable.text,
    status: oneOf(subscriptionStatuses),
    quantity: nullable.integer,
    validUntil: nullable.instant,
  },
  { $id: 'TenantMoment' },
);

export const momentExample = {
  recordedAt: '2026-01-01T00:00:00.000Z',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  revision: 2,
  product: 'aqueduct',
  plan: 'standard-yearly',
  move: 'activate',
  actor: 'Mara Voss',
  reason: null,
  status: 'Active',
  quantity: null,
  validUntil: '2027-01-01T00:00:00.000Z',
};

/** Several steps may share a timestamp: the cursor is the whole key. */
function momentCursor({ recordedAt, subscriptionId, revision }: MomentKey): string {
  return `${recordedAt.toISOString()}_${subscriptionId}_${revision}`;
}

/** Undefined for a text that is no cursor. */
function readMomentCursor(text: string): MomentKey | undefined {
  const [instant = '', subscriptionId = '', revision = ''] = text.split('_');
  const recordedAt = readTimestamp(instant);
  if (!recordedAt || !isUuid(subscriptionId) || !/^\d{1,9}$/.test(revision)) return undefined;
  return { recordedAt, subscriptionId, revision: Number(revision) };
}
