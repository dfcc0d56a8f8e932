import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { eraseCustomer } from '../../../actions/privacy/erase-customer.ts';
import { eraseMember } from '../../../actions/privacy/erase-member.ts';
import { recordExport } from '../../../actions/privacy/record-export.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { listSeatsOfMember } from '../../../storage/privacy/personal-data.ts';
import {
  findCustomerMemberViewByObjectId,
  findCustomerView,
} from '../../../storage/subscriptions/customer-views.ts';
import { listAuditEntries } from '../../../storage/workspaces/audit-entries.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { changeRefusals, instant, readRefusals, workspacePath } from '../schemas.ts';
import { sendFile } from '../send-file.ts';
import { customerExample, customersPath, memberExample } from '../subscriptions/customer-view.ts';
import { summaryExample } from '../subscriptions/subscription-view.ts';
import { momentExample } from '../subscriptions/tenant-view.ts';
import { usageReportExample } from '../usage/report-view.ts';
import { auditExample, auditView } from '../workspaces/audit-log-view.ts';
import { exportCustomer } from './customer-export.ts';

const mostAuditEntries = 1_000;
const personPath = `${customersPath}/:tenantId/members/:objectId`;

const PersonalData = Type.Object({
  member: Type.Ref('CustomerMember'),
  seats: Type.Array(
    Type.Object({
      subscriptionId: Type.String({ format: 'uuid' }),
      product: Type.String(),
      plan: Type.String(),
      assignedAt: instant,
    }),
  ),
  auditEntries: Type.Array(Type.Ref('AuditEntry'), {
    description: `What was done about the person, the newest ${mostAuditEntries} entries.`,
  }),
});

const CustomerData = Type.Object({
  customer: Type.Ref('Customer'),
  members: Type.Array(Type.Ref('CustomerMember')),
  subscriptions: Type.Array(Type.Ref('Subscription')),
  history: Type.Array(Type.Ref('TenantMoment')),
  usageReports: Type.Array(Type.Ref('UsageReport')),
});

const seatExample = {
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8',
  product: 'forum',
  plan: 'team-seats',
  assignedAt: '2026-11-15T09:00:00.000Z',
};

/** Export and deletion of the data of a person or a customer. */
export const personalDataRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      `${personPath}/export`,
      {
        config: { access: 'change:customers' },
        schema: {
          operationId: 'exportCustomerMember',
          summary: 'Everything that is known of a person',
          tags: ['Customers'],
          params: workspacePath('tenantId', 'objectId'),
          response: {
            200: answer('The person’s data.', PersonalData, {
              member: memberExample,
              seats: [seatExample],
              auditEntries: [auditExample],
            }),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const member = await findCustomerMemberViewByObjectId(context.database, workspaceId, request.params);
        if (!member) return sendRefusal(reply, refuseUnknown('objectId', 'member'));
        const entries = await listAuditEntries(context.database, workspaceId, {
          subjectKind: 'CustomerMember',
          subjectId: member.memberId,
          limit: mostAuditEntries,
        });
        const data = {
          member,
          seats: await listSeatsOfMember(context.database, workspaceId, member.memberId),
          auditEntries: entries.map(auditView),
        };
        const { memberId } = member;
        await recordExport(actionContext(context, request), workspaceId, 'customer_member.exported', {
          memberId,
        });
        return reply.header('content-disposition', 'attachment; filename="person.json"').send(data);
      },
    );

    app.delete(
      personPath,
      {
        config: { access: 'change:customers' },
        schema: {
          operationId: 'eraseCustomerMember',
          summary: 'Delete a person',
          description:
            'The member, their seats, and what the audit log and the marketplace’s notifications say of them. ' +
            'Subscriptions and usage stay. Events of the last 30 days keep the object id until they are deleted.',
          tags: ['Customers'],
          params: workspacePath('tenantId', 'objectId'),
          response: { 204: { type: 'null', description: 'Deleted.' }, ...changeRefusals() },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const refusal = await eraseMember(actionContext(context, request), workspaceId, request.params);
        return refusal ? sendRefusal(reply, refusal) : reply.code(204).send(null);
      },
    );

    app.get(
      `${customersPath}/:tenantId/export`,
      {
        config: { access: 'change:customers' },
        schema: {
          operationId: 'exportCustomer',
          summary: 'Everything that is known of a customer',
          tags: ['Customers'],
          params: workspacePath('tenantId'),
          response: {
            200: answer('The customer’s data.', CustomerData, {
              customer: customerExample,
              members: [memberExample],
              subscriptions: [summaryExample],
              history: [momentExample],
              usageReports: [usageReportExample],
            }),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const tenantId = request.params.tenantId.toLowerCase();
        const customer = await findCustomerView(context.database, workspaceId, tenantId);
        if (!customer) return sendRefusal(reply, refuseUnknown('tenantId', 'customer'));
        await recordExport(actionContext(context, request), workspaceId, 'customer.exported', { tenantId });
        const file = { name: 'customer.json', contentType: 'application/json; charset=utf-8' };
        return sendFile(
          reply,
          file,
          exportCustomer(context.database, workspaceId, customer, context.clock.now()),
        );
      },
    );

    app.delete(
      `${customersPath}/:tenantId`,
      {
        config: { access: 'change:customers' },
        schema: {
          operationId: 'eraseCustomer',
          summary: 'Delete a customer',
          description:
            'Its members with their seats, and the organisation’s name. Only when its subscriptions have all ended. What ' +
            'was sold and reported stays for billing, under the tenant’s id and without people.',
          tags: ['Customers'],
          params: workspacePath('tenantId'),
          response: {
            204: { type: 'null', description: 'Deleted.' },
            ...changeRefusals('customer.has_live_subscriptions'),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const tenantId = request.params.tenantId.toLowerCase();
        const refusal = await eraseCustomer(actionContext(context, request), workspaceId, tenantId);
        return refusal ? sendRefusal(reply, refusal) : reply.code(204).send(null);
      },
    );
  };
