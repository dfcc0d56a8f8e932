import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuseUnknown } from '../../../core/refusal.ts';
import {
  findCustomerView,
  listCustomerMemberViews,
  listCustomerViews,
} from '../../../storage/subscriptions/customer-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { readRefusals, workspacePath } from '../schemas.ts';
import { Customer, customerExample, customersPath, memberExample } from './customer-view.ts';

export const readCustomerRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(Customer);
    app.get(
      customersPath,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listCustomers',
          summary: 'Find customers',
          tags: ['Customers'],
          params: workspacePath(),
          querystring: Type.Object({
            ...pageQuery,
            search: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 320,
                description:
                  "A tenant id, a part of an organisation's name, the beginning of a member's e-mail address, or the marketplace's " +
                  'id of a subscription.',
              }),
            ),
          }),
          response: {
            200: pageAnswer('Customer tenants, by id.', Type.Ref('Customer'), customerExample),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const { search, after } = request.query;
        const question = { search: search?.trim(), after, limit: toRead };
        const found = await listCustomerViews(context.database, memberOf(request).workspaceId, question);
        return pageOf(
          found,
          limit,
          ({ tenantId }) => tenantId,
          (customer) => customer,
        );
      },
    );

    app.get(
      `${customersPath}/:tenantId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readCustomer',
          summary: 'One customer tenant',
          description: 'Its subscriptions are at `/subscriptions?tenantId=…`.',
          tags: ['Customers'],
          params: workspacePath('tenantId'),
          response: {
            200: answer('The customer.', Type.Ref('Customer'), customerExample),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const customer = await findCustomerView(context.database, workspaceId, request.params.tenantId);
        return customer ?? sendRefusal(reply, refuseUnknown('tenantId', 'customer'));
      },
    );

    app.get(
      `${customersPath}/:tenantId/members`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listCustomerMembers',
          summary: 'The members of a customer tenant',
          tags: ['Customers'],
          params: workspacePath('tenantId'),
          querystring: Type.Object(pageQuery),
          response: {
            200: pageAnswer('Members, the newest first.', Type.Ref('CustomerMember'), memberExample),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { tenantId } = request.params;
        if (!(await findCustomerView(context.database, workspaceId, tenantId))) {
          return sendRefusal(reply, refuseUnknown('tenantId', 'customer'));
        }
        const { limit, toRead } = readLimit(request.query);
        const question = { after: request.query.after, limit: toRead };
        const members = await listCustomerMemberViews(context.database, workspaceId, tenantId, question);
        return pageOf(
          members,
          limit,
          ({ memberId }) => memberId,
          (member) => member,
        );
      },
    );
  };
