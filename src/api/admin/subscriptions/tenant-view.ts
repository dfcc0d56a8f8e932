import { Type } from 'typebox';
import { resolveEntitlement } from '../../../core/entitlements/entitlement.ts';
import { accessLevels } from '../../../core/entitlements/in-force.ts';
import { subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import type { StoredEntitlement } from '../../../storage/entitlements/entitlements.ts';
import { oneOf } from '../../schemas.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import { memberExample } from './customer-view.ts';
import { summaryExample } from './subscription-view.ts';

export const tenantsPath = '/workspaces/:workspaceId/tenants';

/** The first rows of each list on a tenant's page. */
export const maxOnPage = 50;

const named = Type.Object({ slug: Type.String(), name: Type.String() });

export const Tenant = Type.Object(
  {
    tenantId: uuid,
    organisation: Type.Unsafe<{ organisationId: string; name: string } | null>({
      type: ['object', 'null'],
      properties: { organisationId: uuid, name: Type.String() },
      required: ['organisationId', 'name'],
    }),
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

export const tenantExample = {
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: { organisationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8', name: 'Contoso' },
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

export function holdingOf({ facts }: StoredEntitlement, now: Date) {
  const { product, status, accessLevel, plan, validUntil, version } = resolveEntitlement(facts, now);
  return { product, status, accessLevel, plan, validUntil, version };
}

export const TenantMoment = Type.Object(
  {
    recordedAt: Type.String({
      format: 'date-time',
      description: 'With it as `asOf`, the API responds as after this change.',
    }),
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
