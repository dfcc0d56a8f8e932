import { Type } from 'typebox';
import { isRefusal } from '../../../core/refusal.ts';
import {
  customerMemberOrder,
  listCustomerMemberViews,
  loadCustomerMemberTotal,
} from '../../../storage/subscriptions/customer-member-list.ts';
import { answer } from '../../schemas.ts';
import { countedPageAnswer } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { Customer, customerExample, customersPath, memberExample, readCustomer } from './customer-view.ts';
import { personFilter } from './person-filter.ts';

export const readCustomerRoutes = adminRoutes((routes, context) => {
  routes.schemas(Customer);
  routes.get(`${customersPath}/:tenantId`, {
    access: 'read',
    operationId: 'readCustomer',
    summary: 'Read a customer tenant',
    description: 'Its subscriptions are at `/subscriptions?tenantId=…`.',
    tags: ['Customers'],
    answers: { 200: answer('The customer.', Type.Ref('Customer'), customerExample) },
    handle: ({ workspaceId, params }) => readCustomer(context.database, workspaceId, params.tenantId),
  });

  routes.get(`${customersPath}/:tenantId/members`, {
    access: 'read',
    operationId: 'listCustomerMembers',
    summary: 'List the members of a customer tenant',
    tags: ['Customers'],
    querystring: Type.Object({ ...sortedQuery(customerMemberOrder), ...personFilter }),
    answers: { 200: countedPageAnswer('Members.', Type.Ref('CustomerMember'), memberExample) },
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
