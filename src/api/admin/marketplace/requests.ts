import { type Static, Type } from 'typebox';
import { openConnection } from '../../../actions/marketplace/account.ts';
import {
  type MarketplaceRequest,
  requestMarketplaceChange,
} from '../../../actions/marketplace/request-change.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseInvalid } from '../../../core/refusal.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { described, nullable } from '../schemas.ts';
import { subscriptionsPath } from '../subscriptions/subscription-view.ts';

const RequestBody = Type.Object({
  type: oneOf(['changePlan', 'changeQuantity', 'cancel']),
  plan: Type.Optional(
    Type.String({ maxLength: slugMaxLength, description: 'For `changePlan`: the slug of the new plan.' }),
  ),
  quantity: Type.Optional(Type.Integer({ minimum: 1, description: 'For `changeQuantity`: seats.' })),
});

/** A marketplace subscription changes at the marketplace; the publisher can request a change there. */
export const marketplaceRequestRoute = adminRoutes('Subscriptions', (routes, context) => {
  const { database, encryptionKey, fulfilment } = context;
  const access = {
    fulfilment,
    open: (source: Parameters<typeof openConnection>[1]) => openConnection(database, source, encryptionKey),
  };
  routes.post(`${subscriptionsPath}/:subscriptionId/marketplace-requests`, {
    access: 'change:subscriptions',
    operationId: 'requestMarketplaceChange',
    summary: 'Request a change of a subscription at the marketplace',
    description:
      'The subscription stays unchanged until the marketplace has made the change. Until then the request is in the `marketplaceRequests` ' +
      'of the subscription; its outcome is in the marketplace notifications.',
    body: RequestBody,
    responses: {
      202: jsonResponse(
        'The marketplace has accepted the request.',
        Type.Object({
          operationId: described(nullable.text, "The marketplace's id; null if the change was made at once."),
          followUrl: described(nullable.text, 'The URL of the request with its outcome.'),
        }),
        {
          operationId: '74dfb4db-c193-4891-827d-eb05fbdc64b0',
          followUrl: '/api/admin/v1/workspaces/…/marketplace-calls?operationId=…',
        },
      ),
    },
    refusals: ['plan.not_found', 'marketplace.change_refused', 'subscription.seats_in_use'],
    handle: async (request) => {
      const { workspaceId, params, body } = request;
      const requested = readRequest(body);
      if (isRefusal(requested)) return requested;
      const begun = await requestMarketplaceChange(
        () => request.action,
        access,
        workspaceId,
        params.subscriptionId,
        requested,
      );
      if (isRefusal(begun)) return begun;
      const { operationId } = begun;
      const query = operationId === null ? null : new URLSearchParams({ operationId });
      const followUrl = query && `/api/admin/v1/workspaces/${workspaceId}/marketplace-calls?${query}`;
      return { operationId, followUrl };
    },
  });
});

function readRequest({ type, plan, quantity }: Static<typeof RequestBody>): MarketplaceRequest | Refusal {
  switch (type) {
    case 'changePlan':
      return plan === undefined ? missing('plan') : { type, plan };
    case 'changeQuantity':
      return quantity === undefined ? missing('quantity') : { type, quantity };
    case 'cancel':
      return { type };
  }
}

function missing(path: string): Refusal {
  return refuseInvalid([{ path, rule: 'required', message: 'is required' }]);
}
