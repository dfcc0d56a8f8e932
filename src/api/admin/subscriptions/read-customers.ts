import { Type } from 'typebox';
import { isRefusal } from '../../../core/refusal.ts';
import { listCustomerMemberViews } from '../../../storage/subscriptions/customer-views.ts';
import { answer } from '../../schemas.ts';
import { pageAnswer, pageQuery, readPage } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { Customer, customerExample, customersPath, memberExample, readCustomer } from './customer-view.ts';

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
    querystring: Type.Object(pageQuery),
    answers: { 200: pageAnswer('Members, newest first.', Type.Ref('CustomerMember'), memberExample) },
    handle: async ({ workspaceId, params, query }) => {
      const { tenantId } = params;
      const { after } = query;
      const customer = await readCustomer(context.database, workspaceId, tenantId);
      if (isRefusal(customer)) return customer;
      return readPage(
        query,
        (limit) => listCustomerMemberViews(context.database, workspaceId, tenantId, { after, limit }),
        ({ memberId }) => memberId,
        (member) => member,
      );
    },
  });
});
