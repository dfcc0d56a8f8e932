import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import {
  customerOrder,
  listCustomerViews,
  loadCustomerTotal,
} from '../../../storage/subscriptions/customer-list.ts';
import {
  customerMemberOrder,
  listCustomerMemberViews,
  loadCustomerMemberTotal,
} from '../../../storage/subscriptions/customer-member-list.ts';
import { type CustomerView, findCustomerView } from '../../../storage/subscriptions/customer-views.ts';
import { jsonResponse } from '../../schemas.ts';
import { countedPageResponse, searchFor } from '../paging.ts';
import { csvFile, csvResponse, fileResponse, readInBatches, rowsPerRead } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';

export const readCustomerRoutes = adminRoutes((routes, context) => {
  routes.schemas(Customer);
  routes.get(`${customersPath}/:tenantId`, {
    access: 'read',
    operationId: 'readCustomer',
    summary: 'Read a customer tenant',
    description: 'Its subscriptions are at `/subscriptions?tenantId=…`.',
    tags: ['Customers'],
    responses: { 200: jsonResponse('The customer.', Type.Ref('Customer'), customerExample) },
    handle: ({ workspaceId, params }) => readCustomer(context.database, workspaceId, params.tenantId),
  });

  routes.get(`${customersPath}/:tenantId/members`, {
    access: 'read',
    operationId: 'listCustomerMembers',
    summary: 'List the members of a customer tenant',
    tags: ['Customers'],
    querystring: Type.Object({ ...sortedQuery(customerMemberOrder), ...personFilter }),
    responses: { 200: countedPageResponse('Members.', Type.Ref('CustomerMember'), memberExample) },
    handle: async ({ workspaceId, params, query }) => {
      const { database } = context;
      const { tenantId } = params;
      const { search } = query;
      const customer = await readCustomer(database, workspaceId, tenantId);
      if (isRefusal(customer)) return customer;
      return readSortedPage(query, {
        order: customerMemberOrder,
        read: (page) => listCustomerMemberViews(database, workspaceId, tenantId, { search, ...page }),
        count: () => loadCustomerMemberTotal(database, workspaceId, tenantId, { search }),
        viewOf: (member) => member,
      });
    },
  });
});

const sorted = sortedQuery(customerOrder, 'Customers without a name are last.');
const search = searchFor(
  "A tenant id, a part of an organisation's name, the beginning of a member's e-mail address, or the marketplace's " +
    'id of a subscription.',
  320,
);

const columns = [
  'tenantId',
  'organisation',
  'subscriptionCount',
  'memberCount',
  'createdAt',
  'organisationId',
];

function cellsOf({ tenantId, organisation, subscriptionCount, memberCount, createdAt }: CustomerView) {
  const { name = null, organisationId = null } = organisation ?? {};
  return [tenantId, name, subscriptionCount, memberCount, createdAt.toISOString(), organisationId];
}

/** The customers of a workspace, in pages and as a file. */
export const listCustomerRoutes = adminRoutes((routes, context) => {
  const { database } = context;
  routes.get(customersPath, {
    access: 'read',
    operationId: 'listCustomers',
    summary: 'List customers',
    tags: ['Customers'],
    querystring: Type.Object({ ...sorted, search }),
    responses: { 200: countedPageResponse('Customer tenants.', Type.Ref('Customer'), customerExample) },
    handle: ({ workspaceId, query }) => {
      const filter = { search: query.search?.trim() };
      return readSortedPage(query, {
        order: customerOrder,
        read: (page) => listCustomerViews(database, workspaceId, { ...filter, ...page }),
        count: () => loadCustomerTotal(database, workspaceId, filter),
        viewOf: (customer) => customer,
      });
    },
  });

  routes.get(`${customersPath}.csv`, {
    access: 'read',
    operationId: 'exportCustomers',
    summary: 'Export customers as CSV',
    description: 'With the filter and the order of the list.',
    tags: ['Customers'],
    querystring: Type.Object({ sort: sorted.sort, search }),
    responses: { 200: csvResponse('customer') },
    handle: async ({ action, workspaceId, query }) => {
      const { sort = customerOrder.standard } = query;
      const search = query.search?.trim();
      // Not the text, which may be a person's address: the audit log outlives its deletion.
      const exported = { file: 'customers.csv', isSearch: search !== undefined };
      await recordExport(action, workspaceId, 'customer.exported', exported);
      const batches = readInBatches((last: CustomerView | undefined) => {
        const after = last && customerOrder.placeOf(sort, last);
        return listCustomerViews(database, workspaceId, { search, sort, after, limit: rowsPerRead });
      });
      return fileResponse(
        { name: 'customers.csv', contentType: 'text/csv; charset=utf-8' },
        csvFile(columns, batches, cellsOf),
      );
    },
  });
});

const Customer = Type.Object(
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

/** The filter of lists of a customer's people. */
export const personFilter = {
  search: searchFor('Part of an e-mail address or of an object id.'),
};
