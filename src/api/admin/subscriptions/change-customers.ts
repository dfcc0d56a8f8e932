import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { addOrganisation } from '../../../actions/subscriptions/add-organisation.ts';
import { saveMember } from '../../../actions/subscriptions/save-member.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import { findCustomerMemberView, findCustomerView } from '../../../storage/subscriptions/customer-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, nameText } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { changeRefusals, uuid, workspacePath } from '../schemas.ts';
import { customersPath, memberExample } from './customer-view.ts';

const organisation = {
  name: nameText(200),
  tenantIds: Type.Array(uuid, { minItems: 1, maxItems: 100, uniqueItems: true }),
};

export const changeCustomerRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/workspaces/:workspaceId/organisations',
      {
        config: { access: 'change:customers' },
        schema: {
          operationId: 'addOrganisation',
          summary: 'Write a customer down: an organisation and its tenants',
          description:
            'Tenants that another organisation has are moved with `moveTenants: true` only. E-mail addresses are resolved ' +
            'among all members of an organisation.',
          tags: ['Customers'],
          params: workspacePath(),
          body: Type.Object({
            ...organisation,
            moveTenants: Type.Optional(
              Type.Boolean({
                description: 'Takes over tenants that another organisation has. Absent is false.',
              }),
            ),
          }),
          response: {
            201: answer('The organisation.', Type.Object({ organisationId: uuid, ...organisation }), {
              organisationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
              name: 'Contoso',
              tenantIds: ['b0000000-0000-4000-8000-000000000001'],
            }),
            ...changeRefusals('customer.tenants_held'),
          },
        },
      },
      async (request, reply) => {
        const { name, moveTenants = false } = request.body;
        const tenantIds = request.body.tenantIds.map((id) => id.toLowerCase());
        const { workspaceId } = memberOf(request);
        const customer = { name, tenantIds, moveTenants };
        const added = await addOrganisation(actionContext(context, request), workspaceId, customer);
        if (isRefusal(added)) return sendRefusal(reply, added);
        return reply.code(201).send({ ...added, name, tenantIds });
      },
    );

    app.put(
      `${customersPath}/:tenantId/members/:objectId`,
      {
        config: { access: 'change:customers' },
        schema: {
          operationId: 'saveCustomerMember',
          summary: 'Add a member to a tenant, or change one',
          description:
            'By the object id that the identity provider gives them. One who is not active gets no seat and is not found ' +
            'by e-mail address. Both facts are said each time; saying what is so changes nothing.',
          tags: ['Customers'],
          params: workspacePath('tenantId', 'objectId'),
          body: Type.Object({
            email: Type.Unsafe<string | null>({
              type: ['string', 'null'],
              pattern: '^[^\\s@]+@[^\\s@]+$',
              maxLength: 320,
            }),
            isActive: Type.Boolean(),
          }),
          response: {
            200: answer('The member.', Type.Ref('CustomerMember'), memberExample),
            ...changeRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const tenantId = request.params.tenantId.toLowerCase();
        const objectId = request.params.objectId.toLowerCase();
        if (!(await findCustomerView(context.database, workspaceId, tenantId))) {
          return sendRefusal(reply, refuseUnknown('tenantId', 'customer'));
        }
        const { email, isActive } = request.body;
        const member = { tenantId, objectId, email, isActive };
        const { memberId } = await saveMember(actionContext(context, request), workspaceId, member);
        return reply.send(await findCustomerMemberView(context.database, workspaceId, memberId));
      },
    );
  };
