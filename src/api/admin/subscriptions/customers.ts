import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { riskKinds } from '../../../core/subscriptions/at-risk.ts';
import { subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
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
import { anySlug, jsonResponse, oneOf } from '../../schemas.ts';
import type { AdminContext } from '../admin-context.ts';
import { countedPageResponse, searchFor } from '../paging.ts';
import { type CsvColumns, csvResponse, revisionHeaders, sendCsv, withRevision } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import { readSortedBatches, readSortedPage, sortedQuery } from '../sorted-list.ts';
import {
  type AssessedCustomer,
  assessCustomers,
  Customer,
  CustomerDetail,
  CustomerRisk,
  customerDetail,
  customerDetailExample,
  customerExample,
  customerSummary,
  customersPath,
  readCustomer,
} from './customer-view.ts';

export const theCustomer = jsonResponse(
  'The customer.',
  Type.Ref('CustomerDetail'),
  customerDetailExample,
  revisionHeaders,
);

/** The customer with its revision as `ETag`. */
export async function customerResponse(
  context: Pick<AdminContext, 'clock' | 'database'>,
  workspaceId: string,
  tenantId: string,
) {
  const customer = await readCustomer(context, workspaceId, tenantId);
  if (isRefusal(customer)) return customer;
  const [assessed] = await assessCustomers(context.database, workspaceId, [customer], context.clock.now());
  return withRevision(customer, () => assessed && customerDetail(assessed));
}

export const readCustomerRoutes = adminRoutes('Customers', (routes, context) => {
  routes.schemas(CustomerRisk, Customer, CustomerDetail);
  routes.get(`${customersPath}/:tenantId`, {
    access: 'read',
    operationId: 'readCustomer',
    summary: 'Read a customer tenant',
    description: 'Its subscriptions are at `/subscriptions?tenantId=…`.',
    responses: { 200: theCustomer },
    handle: ({ workspaceId, params }) =>
      customerResponse(context, workspaceId, params.tenantId.toLowerCase()),
  });

  routes.get(`${customersPath}/:tenantId/members`, {
    access: 'read',
    operationId: 'listCustomerMembers',
    summary: 'List the members of a customer tenant',
    querystring: Type.Object({ ...sortedQuery(customerMemberOrder), ...personFilter }),
    responses: { 200: countedPageResponse('Members.', Type.Ref('CustomerMember'), memberExample) },
    handle: async ({ workspaceId, params, query }) => {
      const { database } = context;
      const { tenantId } = params;
      const { search } = query;
      const customer = await readCustomer(context, workspaceId, tenantId);
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
  "A tenant id, a part of an organisation's name, the beginning of a member's e-mail address, the marketplace's " +
    "id of a subscription, or the number of the customer's account at the marketplace.",
  320,
);

const filters = {
  search,
  status: Type.Optional({ ...oneOf(subscriptionStatuses), description: 'Of its best subscription.' }),
  product: Type.Optional(anySlug("A product's slug, of a subscription that has not ended.")),
  plan: Type.Optional(anySlug("A plan's slug, of a subscription that has not ended.")),
  atRisk: Type.Optional({
    ...oneOf(['Any', ...riskKinds]),
    description: 'Customers at risk, of one kind or of any.',
  }),
};

const columns: CsvColumns<AssessedCustomer> = {
  tenantId: (customer) => customer.tenantId,
  organisation: (customer) => customer.organisation?.name,
  subscriptionCount: (customer) => customer.subscriptionCount,
  memberCount: (customer) => customer.memberCount,
  createdAt: (customer) => customer.createdAt,
  organisationId: (customer) => customer.organisation?.organisationId,
  status: (customer) => customer.status,
  plans: ({ plans }) => plans.map(({ product, plan }) => `${product.slug}/${plan.slug}`).join(' '),
  usageDimension: (customer) => customer.usage?.dimension,
  usagePercent: (customer) => customer.usage?.percent,
  lastCallAt: (customer) => customer.lastCallAt,
  risks: ({ risks }) => [...new Set(risks.map(({ kind }) => kind))].join(' '),
  owner: (customer) => customer.owner?.email,
  accounts: (customer) => customer.accounts.join(' '),
};

/** The customers of a workspace, in pages and as a file. */
export const listCustomerRoutes = adminRoutes('Customers', (routes, context) => {
  const { database } = context;
  routes.get(customersPath, {
    access: 'read',
    operationId: 'listCustomers',
    summary: 'List customers',
    querystring: Type.Object({ ...sorted, ...filters }),
    responses: { 200: countedPageResponse('Customer tenants.', Type.Ref('Customer'), customerExample) },
    handle: ({ workspaceId, query }) => {
      const now = context.clock.now();
      const { limit: _, after: __, sort: ___, ...written } = query;
      const filter = { ...written, search: query.search?.trim() };
      return readSortedPage(query, {
        order: customerOrder,
        read: async (page) => {
          const customers = await listCustomerViews(database, workspaceId, { ...filter, ...page }, now);
          return assessCustomers(database, workspaceId, customers, now);
        },
        count: () => loadCustomerTotal(database, workspaceId, filter, now),
        viewOf: customerSummary,
      });
    },
  });

  routes.get(`${customersPath}.csv`, {
    access: 'read',
    operationId: 'exportCustomers',
    summary: 'Export customers as CSV',
    description: 'With the filters and the order of the list.',
    querystring: Type.Object({ sort: sorted.sort, ...filters }),
    responses: { 200: csvResponse('customer') },
    handle: async ({ action, workspaceId, query }) => {
      const { sort, search: _, ...others } = query;
      const search = query.search?.trim();
      const now = context.clock.now();
      // Not the text, which may be a person's address: the audit log outlives its deletion.
      const exported = { file: 'customers.csv', isSearch: search !== undefined, ...others };
      await recordExport(action, workspaceId, 'customer.exported', exported);
      const batches = readSortedBatches(
        customerOrder,
        async (page) => {
          const question = { ...others, search, ...page };
          const customers = await listCustomerViews(database, workspaceId, question, now);
          return assessCustomers(database, workspaceId, customers, now);
        },
        sort,
      );
      return sendCsv('customers.csv', columns, batches);
    },
  });
});

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

export const memberExample = {
  memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c9',
  objectId: 'd0000000-0000-4000-8000-000000000001',
  email: 'ada@contoso.example',
  isActive: true,
  isAdministrator: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** The filter of lists of a customer's people. */
export const personFilter = { search: searchFor('Part of an e-mail address or of an object id.') };
