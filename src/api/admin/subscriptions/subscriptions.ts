import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  createSubscription,
  type NewSubscription,
} from '../../../actions/subscriptions/create-subscription.ts';
import type { AskedMove } from '../../../actions/subscriptions/move-subscription.ts';
import { moveSubscriptionByHand } from '../../../actions/subscriptions/move-subscription-by-hand.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseInvalid, refuseUnknown } from '../../../core/refusal.ts';
import { type ManualMove, manualMoves } from '../../../core/subscriptions/manual-move.ts';
import { subscriptionSources, subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import { instantOf } from '../../../core/timestamp.ts';
import { listCalls } from '../../../storage/marketplace/calls.ts';
import {
  findSubscriptionView,
  listSubscriptionHistory,
  listSubscriptionViews,
} from '../../../storage/subscriptions/subscription-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, anySlug, oneOf } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { expectedRevision, ifMatchHeader, revisionHeaders, sendRevision } from '../precondition.ts';
import { changeRefusals, editRefusals, readRefusals, uuid, workspacePath } from '../schemas.ts';
import {
  detailExample,
  detailOf,
  subscriptionsPath,
  summaryExample,
  summaryOf,
} from './subscription-view.ts';

const MoveBody = Type.Object({
  type: oneOf(manualMoves),
  plan: Type.Optional(
    Type.String({ maxLength: slugMaxLength, description: 'Of `changePlan`: the slug of the new plan.' }),
  ),
  quantity: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Of `changeQuantity`: seats, or none.',
    }),
  ),
  validUntil: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description:
        'Of `renew`, and if wanted of `activate` and `reinstate`: the end of the term; null is open.',
    }),
  ),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: 'For the history.' })),
});

const ending = (description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description }));

const CreationBody = Type.Object({
  tenantId: uuid,
  product: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Product slug.' }),
  plan: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Plan slug.' }),
  source: Type.Optional(oneOf(['Direct', 'Reseller'])),
  quantity: Type.Optional(
    Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Seats, or none.' }),
  ),
  validUntil: ending('The end of the term; null, or nothing, is open.'),
  trialEndsAt: ending('Makes it a trial.'),
  isTrial: Type.Optional(Type.Boolean({ description: 'A trial without an end of its own.' })),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: 'For the history.' })),
});

export const subscriptionRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const theSubscription = answer(
      'The subscription with its history.',
      Type.Ref('SubscriptionDetail'),
      detailExample,
      revisionHeaders,
    );
    const outstandingRequests = async (workspaceId: string, marketplaceSubscriptionId: string | null) => {
      if (marketplaceSubscriptionId === null) return [];
      const question = { state: 'Received', requestedBy: 'Publisher', limit: 50 } as const;
      return listCalls(context.database, workspaceId, { ...question, marketplaceSubscriptionId });
    };
    const sendDetail = async (reply: FastifyReply, workspaceId: string, subscriptionId: string) => {
      const record = await findSubscriptionView(context.database, workspaceId, subscriptionId);
      if (!record) return sendRefusal(reply, refuseUnknown('subscriptionId', 'subscription'));
      const history = await listSubscriptionHistory(context.database, workspaceId, subscriptionId);
      const requests = await outstandingRequests(workspaceId, record.subscription.marketplaceSubscriptionId);
      return sendRevision(reply, record, detailOf(record, history, requests, context.clock.now()));
    };

    app.get(
      subscriptionsPath,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listSubscriptions',
          summary: 'List subscriptions',
          tags: ['Subscriptions'],
          params: workspacePath(),
          querystring: Type.Object({
            ...pageQuery,
            status: Type.Optional(oneOf(subscriptionStatuses)),
            source: Type.Optional(oneOf(subscriptionSources)),
            product: Type.Optional(anySlug("A product's slug.")),
            tenantId: Type.Optional(uuid),
            marketplaceSubscriptionId: Type.Optional(Type.String({ maxLength: 100 })),
          }),
          response: {
            200: pageAnswer('Subscriptions, the newest first.', Type.Ref('Subscription'), summaryExample),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const question = { ...request.query, limit: toRead };
        const found = await listSubscriptionViews(context.database, memberOf(request).workspaceId, question);
        const now = context.clock.now();
        return pageOf(
          found,
          limit,
          ({ subscription }) => subscription.subscriptionId,
          (record) => summaryOf(record, now),
        );
      },
    );

    app.post(
      subscriptionsPath,
      {
        config: { access: 'change:subscriptions' },
        schema: {
          operationId: 'createSubscription',
          summary: 'Write a contract of your own down',
          description:
            'What was sold directly or by a reseller. It begins as Pending; the move `activate` makes it count. A trial ' +
            'without a term of its own is valid until it ends.',
          tags: ['Subscriptions'],
          params: workspacePath(),
          body: CreationBody,
          response: { 201: theSubscription, ...changeRefusals('plan.not_found') },
        },
      },
      async (request, reply) => {
        const { workspaceId, name, email } = memberOf(request);
        const { reason, ...order } = request.body;
        const created = await createSubscription(
          actionContext(context, request),
          workspaceId,
          readOrder(order),
          { actor: name ?? email, ...(reason !== undefined && { reason }) },
        );
        if (isRefusal(created)) return sendRefusal(reply, created);
        return sendDetail(reply.code(201), workspaceId, created.subscription.subscriptionId);
      },
    );

    app.get(
      `${subscriptionsPath}/:subscriptionId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readSubscription',
          summary: 'One subscription, with its history',
          tags: ['Subscriptions'],
          params: workspacePath('subscriptionId'),
          response: { 200: theSubscription, ...readRefusals() },
        },
      },
      async (request, reply) =>
        sendDetail(reply, memberOf(request).workspaceId, request.params.subscriptionId),
    );

    app.post(
      `${subscriptionsPath}/:subscriptionId/moves`,
      {
        config: { access: 'change:subscriptions' },
        schema: {
          operationId: 'moveSubscription',
          summary: 'Change where a subscription stands',
          description:
            'One of its `allowedMoves`. What was bought on the marketplace is changed there, and followed here.',
          tags: ['Subscriptions'],
          params: workspacePath('subscriptionId'),
          headers: ifMatchHeader,
          body: MoveBody,
          response: {
            200: theSubscription,
            ...editRefusals('subscription.move_not_allowed', 'subscription.seats_in_use', 'plan.not_found'),
          },
        },
      },
      async (request, reply) => {
        const expected = expectedRevision(request);
        if (isRefusal(expected)) return sendRefusal(reply, expected);
        const asked = readMove(request.body);
        if (isRefusal(asked)) return sendRefusal(reply, asked);
        const { workspaceId, name, email } = memberOf(request);
        const { subscriptionId } = request.params;
        const { reason } = request.body;
        const moved = await moveSubscriptionByHand(
          actionContext(context, request),
          workspaceId,
          subscriptionId,
          asked,
          { actor: name ?? email, ...(reason !== undefined && { reason }) },
          expected,
        );
        if (isRefusal(moved)) return sendRefusal(reply, moved);
        return sendDetail(reply, workspaceId, subscriptionId);
      },
    );
  };

/** What the move needs to be whole; a term that people write down does not renew itself. */
function readMove(
  body: Static<typeof MoveBody>,
): Extract<AskedMove, { readonly type: ManualMove }> | Refusal {
  const { type, plan, quantity, validUntil } = body;
  const term =
    validUntil === undefined
      ? undefined
      : { validUntil: validUntil === null ? null : instantOf(validUntil), renewsItself: false };
  switch (type) {
    case 'changePlan':
      return plan === undefined ? missing('plan') : { type, plan };
    case 'changeQuantity':
      return quantity === undefined ? missing('quantity') : { type, quantity };
    case 'renew':
      return term === undefined ? missing('validUntil') : { type, term };
    case 'activate':
    case 'reinstate':
      return { type, term };
    default:
      return { type };
  }
}

/** A contract that people write down: direct unless told, and nobody renews it but they. */
function readOrder(body: Omit<Static<typeof CreationBody>, 'reason'>): NewSubscription {
  const { tenantId, product, plan, source = 'Direct', quantity = null, validUntil, trialEndsAt } = body;
  const endOf = (text: string | null | undefined) => (typeof text === 'string' ? instantOf(text) : null);
  const trialEnd = endOf(trialEndsAt);
  return {
    tenantId,
    product,
    plan,
    source,
    quantity,
    validUntil: endOf(validUntil),
    isTrial: body.isTrial ?? trialEnd !== null,
    trialEndsAt: trialEnd,
    renewsItself: false,
    marketplaceSubscriptionId: null,
  };
}

function missing(path: string): Refusal {
  return refuseInvalid([{ path, rule: 'required', message: 'is required' }]);
}
