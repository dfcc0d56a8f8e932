import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/record-export.ts';
import {
  customerOrder,
  listCustomerViews,
  loadCustomerTotal,
} from '../../../storage/subscriptions/customer-list.ts';
import type { CustomerView } from '../../../storage/subscriptions/customer-views.ts';
import { csvAnswer, csvFile, fileAnswer, readInBatches, rowsPerRead } from '../file-answer.ts';
import { countedPageAnswer, searchFor } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { customerExample, customersPath } from './customer-view.ts';

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
    answers: { 200: countedPageAnswer('Customer tenants.', Type.Ref('Customer'), customerExample) },
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
    answers: { 200: csvAnswer('customer') },
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
      return fileAnswer(
        { name: 'customers.csv', contentType: 'text/csv; charset=utf-8' },
        csvFile(columns, batches, cellsOf),
      );
    },
  });
});
