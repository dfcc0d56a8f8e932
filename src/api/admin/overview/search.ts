import { Type } from 'typebox';
import { publicationStatuses } from '../../../core/catalogue/catalogue.ts';
import { isUuid } from '../../../core/identifiers.ts';
import { refuseInvalid } from '../../../core/refusal.ts';
import { subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import { deliveryStatuses } from '../../../core/webhooks/delivery.ts';
import { eventTypes } from '../../../core/webhooks/event.ts';
import { memberRoles } from '../../../core/workspaces/member-role.ts';
import {
  findApiClientsNamed,
  findEndpointsNamed,
  findProductsNamed,
  findServiceAccountsNamed,
  findSubscriptionsOf,
} from '../../../storage/overview/search.ts';
import { listCustomerViews } from '../../../storage/subscriptions/customer-list.ts';
import { listDeliveries } from '../../../storage/webhooks/log.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { nullable, uuid } from '../schemas.ts';

const maxOfEach = 8;

const Found = Type.Object({
  tenants: Type.Array(Type.Object({ tenantId: uuid, organisation: nullable.text })),
  products: Type.Array(
    Type.Object({ slug: Type.String(), name: Type.String(), status: oneOf(publicationStatuses) }),
  ),
  apiClients: Type.Array(Type.Object({ apiClientId: uuid, name: Type.String(), enabled: Type.Boolean() })),
  serviceAccounts: Type.Array(
    Type.Object({ serviceAccountId: uuid, name: Type.String(), role: oneOf(memberRoles) }),
  ),
  subscriptions: Type.Array(
    Type.Object({
      subscriptionId: uuid,
      tenantId: uuid,
      organisation: nullable.text,
      product: Type.String({ description: 'The name of the product.' }),
      status: oneOf(subscriptionStatuses),
    }),
  ),
  webhookEndpoints: Type.Array(
    Type.Object({ endpointId: uuid, url: Type.String(), description: Type.String() }),
  ),
  webhookDeliveries: Type.Array(
    Type.Object({
      endpointId: uuid,
      eventId: uuid,
      replay: Type.Integer(),
      type: oneOf(eventTypes),
      outcome: oneOf(deliveryStatuses),
    }),
  ),
});

const example = {
  tenants: [{ tenantId: 'b0000000-0000-4000-8000-000000000001', organisation: 'Contoso' }],
  products: [{ slug: 'aqueduct', name: 'Aqueduct', status: 'Published' }],
  apiClients: [],
  serviceAccounts: [],
  subscriptions: [],
  webhookEndpoints: [],
  webhookDeliveries: [],
};

export const searchRoute = adminRoutes('Overview', (routes, context) => {
  routes.get('/workspaces/:workspaceId/search', {
    access: 'read',
    operationId: 'search',
    summary: 'Search a workspace',
    description:
      'Tenants by id, a part of the organisation’s name, the beginning of a member’s e-mail address, the ' +
      'marketplace’s id of a subscription, or the number of the account at the marketplace; products by slug or name; API clients and service accounts by name, id, or the ' +
      'readable part or a part of the name of a key; subscriptions by id, the marketplace’s id, the account’s number, or a part of the organisation’s name; webhook ' +
      `endpoints by id, or a part of the description or address; deliveries by the event’s id. At most ${maxOfEach} of each.`,
    querystring: Type.Object({ text: Type.String({ minLength: 1, maxLength: 320 }) }),
    responses: { 200: jsonResponse('The matches.', Found, example) },
    handle: async ({ workspaceId, query }) => {
      const { database } = context;
      const text = query.text.trim();
      if (text === '') {
        return refuseInvalid([{ path: 'text', rule: 'blank', message: 'is blank' }]);
      }
      const [customers, products, apiClients, serviceAccounts, subscriptions, webhookEndpoints, deliveries] =
        await Promise.all([
          listCustomerViews(database, workspaceId, { search: text, limit: maxOfEach }, context.clock.now()),
          findProductsNamed(database, workspaceId, text, maxOfEach),
          findApiClientsNamed(database, workspaceId, text, maxOfEach),
          findServiceAccountsNamed(database, workspaceId, text, maxOfEach),
          findSubscriptionsOf(database, workspaceId, text, maxOfEach),
          findEndpointsNamed(database, workspaceId, text, maxOfEach),
          isUuid(text)
            ? listDeliveries(database, workspaceId, { eventId: text.toLowerCase() }, { limit: maxOfEach })
            : [],
        ]);
      const tenants = customers.map(({ tenantId, organisation }) => ({
        tenantId,
        organisation: organisation?.name ?? null,
      }));
      const webhookDeliveries = deliveries.map(({ endpointId, eventId, replay, type, status }) => ({
        endpointId,
        eventId,
        replay,
        type,
        outcome: status,
      }));
      return {
        tenants,
        products,
        apiClients,
        serviceAccounts,
        subscriptions,
        webhookEndpoints,
        webhookDeliveries,
      };
    },
  });
});
