import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/record-export.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { customerSorts } from '../../../core/subscriptions/list-order.ts';
import { listCustomerViews, loadCustomerTotal } from '../../../storage/subscriptions/customer-list.ts';
import type { CustomerView } from '../../../storage/subscriptions/customer-views.ts';
import { csvAnswer, csvFile, fileAnswer, readInBatches, rowsPerRead } from '../file-answer.ts';
import { countedPageAnswer, pageQuery, readAfter, readPage, sortedAfter, sortedBy } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { customerExample, customersPath } from './customer-view.ts';
import { customerCursor, readCustomerCursor } from './list-cursors.ts';

const question = {
  sort: sortedBy(customerSorts, 'name', 'Customers without a name are last.'),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      description:
        "A tenant id, a part of an organisation's name, the beginning of a member's e-mail address, or the marketplace's " +
        'id of a subscription.',
    }),
  ),
};

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
    querystring: Type.Object({ ...pageQuery, after: sortedAfter, ...question }),
    answers: { 200: countedPageAnswer('Customer tenants.', Type.Ref('Customer'), customerExample) },
    handle: async ({ workspaceId, query }) => {
      const after = readAfter(query.after, readCustomerCursor);
      if (isRefusal(after)) return after;
      const { sort } = query;
      const filter = { search: query.search?.trim() };
      const [page, total] = await Promise.all([
        readPage(
          query,
          (limit) => listCustomerViews(database, workspaceId, { ...filter, sort, after, limit }),
          customerCursor,
          (customer) => customer,
        ),
        loadCustomerTotal(database, workspaceId, filter),
      ]);
      return { ...page, total };
    },
  });

  routes.get(`${customersPath}.csv`, {
    access: 'read',
    operationId: 'exportCustomers',
    summary: 'Export customers as CSV',
    description: 'With the filter and the order of the list.',
    tags: ['Customers'],
    querystring: Type.Object(question),
    answers: { 200: csvAnswer('customer') },
    handle: async ({ action, workspaceId, query }) => {
      const { sort } = query;
      const search = query.search?.trim();
      // Not the text, which may be a person's address: the audit log outlives its deletion.
      const exported = { file: 'customers.csv', isSearch: search !== undefined };
      await recordExport(action, workspaceId, 'customer.exported', exported);
      const batches = readInBatches((after: CustomerView | undefined) =>
        listCustomerViews(database, workspaceId, { search, sort, after, limit: rowsPerRead }),
      );
      return fileAnswer(
        { name: 'customers.csv', contentType: 'text/csv; charset=utf-8' },
        csvFile(columns, batches, cellsOf),
      );
    },
  });
});
