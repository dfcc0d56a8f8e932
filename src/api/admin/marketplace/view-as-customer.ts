import { Type } from 'typebox';
import { beginCustomerView } from '../../../actions/marketplace/view-as-customer.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { viewAsCustomerPermission } from '../../../core/workspaces/member-role.ts';
import { beginView, endOfView } from '../../account/account-view.ts';
import { jsonResponse } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, uuid } from '../schemas.ts';
import { customersPath } from '../subscriptions/customer-view.ts';

export const viewAsCustomerRoute = adminRoutes('Customers', (routes, context) => {
  routes.post(`${customersPath}/:tenantId/view`, {
    access: viewAsCustomerPermission,
    operationId: 'viewAsCustomer',
    summary: "View the customer's page as the customer",
    description:
      "Begins a view of the customer's page as an administrator of the customer sees it, in which nothing can be changed. The response " +
      'sets a cookie for `url` alone. The view ends at `endsAt`, with the session, and with the role. It is in the audit log. For ' +
      'sessions of people: a service account is refused.',
    body: Type.Object({ connectionId: described(uuid, "The connection whose customer's page is viewed.") }),
    responses: {
      200: jsonResponse('The view.', Type.Object({ url: Type.String({ format: 'uri' }), endsAt: instant }), {
        url: 'https://tessera.example/account/0198f6a2-6c1e-7d70-9a53-9e16a1b010a7/as/b0000000-0000-4000-8000-000000000001',
        endsAt: '2026-11-15T09:30:00.000Z',
      }),
    },
    refusals: ['auth.not_for_service_accounts'],
    handle: async ({ action, raw, reply, workspaceId, params, body }) => {
      const { session } = raw;
      if (!session) return refuse('auth.not_for_service_accounts');
      const tenantId = params.tenantId.toLowerCase();
      const connectionId = body.connectionId.toLowerCase();
      const endsAt = endOfView(action.now);
      const refused = await beginCustomerView(action, workspaceId, { connectionId, tenantId }, endsAt);
      if (isRefusal(refused)) return refused;
      return { url: beginView(context, reply, session, { connectionId, tenantId }), endsAt };
    },
  });
});
