import { Type } from 'typebox';
import { eraseCustomer, eraseMember, recordExport } from '../../../actions/privacy/personal-data.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import { listSeatsOfMember } from '../../../storage/privacy/personal-data.ts';
import { findCustomerMemberViewByObjectId } from '../../../storage/subscriptions/customer-views.ts';
import { listAuditEntries } from '../../../storage/workspaces/audit-entries.ts';
import { jsonResponse } from '../../schemas.ts';
import { licenceFileExample } from '../entitlements/licence-file-view.ts';
import { AdminResponse, fileResponse } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { instant, noContent } from '../schemas.ts';
import {
  assessCustomers,
  customerDetail,
  customerDetailExample,
  customersPath,
  readCustomer,
} from '../subscriptions/customer-view.ts';
import { memberExample } from '../subscriptions/customers.ts';
import { summaryExample } from '../subscriptions/subscription-view.ts';
import { momentExample } from '../subscriptions/tenants.ts';
import { usageReportExample } from '../usage/report-view.ts';
import { auditExample, auditViews } from '../workspaces/audit-log-view.ts';
import {
  ExportedLicence,
  ExportedPurchase,
  exportCustomer,
  exportedLicenceExample,
  exportedPurchaseExample,
} from './customer-export.ts';
import { exportedUsage, exportedUsageExample, exportUsage } from './usage-export.ts';

const maxAuditEntries = 1_000;
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
    description: `The newest ${maxAuditEntries} audit entries about the person.`,
  }),
  ...exportedUsage,
});

const CustomerData = Type.Object({
  customer: Type.Ref('CustomerDetail'),
  members: Type.Array(Type.Ref('CustomerMember')),
  subscriptions: Type.Array(Type.Ref('Subscription')),
  history: Type.Array(Type.Ref('TenantMoment')),
  purchases: Type.Array(ExportedPurchase, { description: 'Purchases that are not active yet.' }),
  licences: Type.Array(ExportedLicence, { description: 'Purchases at marketplaces that sell licences.' }),
  reservedSeats: Type.Array(
    Type.Object({ subscriptionId: Type.String({ format: 'uuid' }), email: Type.String() }),
    { description: "Seats that the customer has reserved for e-mail addresses on the customer's page." },
  ),
  ...exportedUsage,
  licenceFiles: Type.Array(Type.Ref('LicenceFile')),
  usageReports: Type.Array(Type.Ref('UsageReport')),
});

const seatExample = {
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8',
  product: 'forum',
  plan: 'team-seats',
  assignedAt: '2026-11-15T09:00:00.000Z',
};

/** Export and deletion of the data of a person or a customer. */
export const personalDataRoutes = adminRoutes('Customers', (routes, context) => {
  routes.get(`${personPath}/export`, {
    access: 'change:customers',
    operationId: 'exportCustomerMember',
    summary: 'Export the data of a person',
    responses: {
      200: jsonResponse('The person’s data.', PersonalData, {
        member: memberExample,
        seats: [seatExample],
        auditEntries: [auditExample],
        ...exportedUsageExample,
      }),
    },
    handle: async ({ action, workspaceId, params }) => {
      const member = await findCustomerMemberViewByObjectId(context.database, workspaceId, params);
      if (!member) return refuseUnknown('objectId', 'member');
      const entries = await listAuditEntries(context.database, workspaceId, {
        subjectKind: 'CustomerMember',
        subjectId: member.memberId,
        limit: maxAuditEntries,
      });
      const { memberId, objectId, email } = member;
      const tenantId = params.tenantId.toLowerCase();
      const subjects = [objectId, ...(email === null ? [] : [email])].map((name) => name.toLowerCase());
      const data = {
        member,
        seats: await listSeatsOfMember(context.database, workspaceId, memberId),
        auditEntries: await auditViews(context.database, workspaceId, entries),
        ...(await exportUsage(context.database, { workspaceId, tenantId, subjects })),
      };
      await recordExport(action, workspaceId, 'customer_member.exported', { memberId });
      return new AdminResponse(data, { 'content-disposition': 'attachment; filename="person.json"' });
    },
  });

  routes.delete(personPath, {
    access: 'change:customers',
    operationId: 'eraseCustomerMember',
    summary: 'Delete a person',
    description:
      'Deletes the member, their seats, the usage limits for them, and their personal data in the audit log and marketplace ' +
      'notifications. Subscriptions and usage stay. Events keep the object id until they are deleted, by default after 30 days.',
    responses: noContent('Deleted.'),
    handle: ({ action, workspaceId, params }) => eraseMember(action, workspaceId, params),
  });

  routes.get(`${customersPath}/:tenantId/export`, {
    access: 'change:customers',
    operationId: 'exportCustomer',
    summary: 'Export the data of a customer',
    responses: {
      200: jsonResponse('The customer’s data.', CustomerData, {
        customer: customerDetailExample,
        members: [memberExample],
        subscriptions: [summaryExample],
        history: [momentExample],
        purchases: [exportedPurchaseExample],
        licences: [exportedLicenceExample],
        reservedSeats: [],
        ...exportedUsageExample,
        licenceFiles: [licenceFileExample],
        usageReports: [usageReportExample],
      }),
    },
    handle: async ({ action, workspaceId, params }) => {
      const tenantId = params.tenantId.toLowerCase();
      const found = await readCustomer(context, workspaceId, tenantId);
      if (isRefusal(found)) return found;
      const now = context.clock.now();
      const [assessed] = await assessCustomers(context.database, workspaceId, [found], now);
      const customer = { tenantId, ...(assessed && customerDetail(assessed)) };
      await recordExport(action, workspaceId, 'customer.exported', { tenantId });
      const file = { name: 'customer.json', contentType: 'application/json; charset=utf-8' };
      return fileResponse(file, exportCustomer(context.database, workspaceId, customer, now));
    },
  });

  routes.delete(`${customersPath}/:tenantId`, {
    access: 'change:customers',
    operationId: 'eraseCustomer',
    summary: 'Delete a customer',
    description:
      'Deletes its members with their seats, the organisation’s name, contact and notes, and its account numbers. Refused while a subscription has not ended. ' +
      'Subscriptions and usage stay for billing, under the tenant’s id and without personal data.',
    responses: noContent('Deleted.'),
    refusals: ['customer.has_live_subscriptions'],
    handle: ({ action, workspaceId, params }) =>
      eraseCustomer(action, workspaceId, params.tenantId.toLowerCase()),
  });
});
