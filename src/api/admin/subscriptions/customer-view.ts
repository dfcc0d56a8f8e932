import { Type } from 'typebox';
import { type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type CustomerView, findCustomerView } from '../../../storage/subscriptions/customer-views.ts';
import { instant, nullable, uuid } from '../schemas.ts';

export const Customer = Type.Object(
  {
    tenantId: uuid,
    organisation: Type.Unsafe<{ organisationId: string; name: string } | null>({
      type: ['object', 'null'],
      properties: { organisationId: uuid, name: Type.String() },
      required: ['organisationId', 'name'],
    }),
    subscriptionCount: Type.Integer(),
    memberCount: Type.Integer(),
    createdAt: instant,
  },
  { $id: 'Customer' },
);

export const CustomerMember = Type.Object(
  {
    memberId: uuid,
    objectId: uuid,
    email: nullable.text,
    isActive: Type.Boolean(),
    isAdministrator: Type.Boolean({
      description: "Assigns and releases the tenant's seats on the customer's page, like the buyer.",
    }),
    createdAt: instant,
  },
  { $id: 'CustomerMember' },
);

export const customerExample = {
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: { organisationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8', name: 'Contoso' },
  subscriptionCount: 2,
  memberCount: 14,
  createdAt: '2026-01-01T00:00:00.000Z',
};

export const memberExample = {
  memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c9',
  objectId: 'd0000000-0000-4000-8000-000000000001',
  email: 'ada@contoso.example',
  isActive: true,
  isAdministrator: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};

export const customersPath = '/workspaces/:workspaceId/customers';

export async function readCustomer(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<CustomerView | Refusal> {
  const customer = await findCustomerView(database, workspaceId, tenantId);
  return customer ?? refuseUnknown('tenantId', 'customer');
}
