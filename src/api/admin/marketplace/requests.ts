import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { openConnection } from '../../../actions/marketplace/account.ts';
import {
  type MarketplaceRequest,
  requestMarketplaceChange,
} from '../../../actions/marketplace/request-change.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseInvalid } from '../../../core/refusal.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, oneOf } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { changeRefusals, nullable, workspacePath } from '../schemas.ts';
import { subscriptionsPath } from '../subscriptions/subscription-view.ts';

const RequestBody = Type.Object({
  type: oneOf(['changePlan', 'changeQuantity', 'cancel']),
  plan: Type.Optional(
    Type.String({ maxLength: slugMaxLength, description: 'Of `changePlan`: the slug of the new plan.' }),
  ),
  quantity: Type.Optional(Type.Integer({ minimum: 1, description: 'Of `changeQuantity`: seats.' })),
});

/** What is bought on the marketplace is changed there: the publisher may ask for it too. */
export const marketplaceRequestRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database, encryptionKey, fulfilment } = context;
    const access = {
      fulfilment,
      open: (source: Parameters<typeof openConnection>[1]) => openConnection(database, source, encryptionKey),
    };
    app.post(
      `${subscriptionsPath}/:subscriptionId/marketplace-requests`,
      {
        config: { access: 'change:subscriptions' },
        schema: {
          operationId: 'requestMarketplaceChange',
          summary: 'Ask the marketplace to change a subscription that it sold',
          description:
            'Ours stays as it is until the marketplace has done it. Until then the request is in the `marketplaceRequests` ' +
            'of the subscription; what became of it, in the calls of the marketplace.',
          tags: ['Subscriptions'],
          params: workspacePath('subscriptionId'),
          body: RequestBody,
          response: {
            202: answer(
              'The marketplace has taken it on.',
              Type.Object({
                operationId: Type.Unsafe<string | null>({
                  ...nullable.text,
                  description: "The marketplace's; null when it was done at once.",
                }),
                followUrl: Type.Unsafe<string | null>({
                  ...nullable.text,
                  description: 'Where to see what becomes of it.',
                }),
              }),
              {
                operationId: '74dfb4db-c193-4891-827d-eb05fbdc64b0',
                followUrl: '/api/admin/v1/workspaces/…/marketplace-calls?operationId=…',
              },
            ),
            ...changeRefusals('plan.not_found', 'marketplace.change_refused', 'subscription.seats_in_use'),
          },
        },
      },
      async (request, reply) => {
        const asked = readRequest(request.body);
        if (isRefusal(asked)) return sendRefusal(reply, asked);
        const { workspaceId } = memberOf(request);
        const begun = await requestMarketplaceChange(
          () => actionContext(context, request),
          access,
          workspaceId,
          request.params.subscriptionId,
          asked,
        );
        if (isRefusal(begun)) return sendRefusal(reply, begun);
        const { operationId } = begun;
        const query = operationId === null ? null : new URLSearchParams({ operationId });
        const followUrl = query && `/api/admin/v1/workspaces/${workspaceId}/marketplace-calls?${query}`;
        return reply.code(202).send({ operationId, followUrl });
      },
    );
  };

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
