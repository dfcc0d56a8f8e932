import { type Static, Type } from 'typebox';
import {
  createSubscription,
  type NewSubscription,
} from '../../../actions/subscriptions/create-subscription.ts';
import {
  moveSubscriptionManually,
  type RequestedMove,
} from '../../../actions/subscriptions/move-subscription.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseInvalid, refuseUnknown } from '../../../core/refusal.ts';
import { type ManualMove, manualMoves } from '../../../core/subscriptions/transition.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import { listNotifications } from '../../../storage/marketplace/notification-views.ts';
import {
  findSubscriptionView,
  listSubscriptionHistory,
} from '../../../storage/subscriptions/subscription-views.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { revisionHeaders, withRevision } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, nullable, uuid } from '../schemas.ts';
import { detailExample, detailOf, subscriptionsPath } from './subscription-view.ts';

const MoveBody = Type.Object({
  type: oneOf(manualMoves),
  plan: Type.Optional(
    Type.String({ maxLength: slugMaxLength, description: 'For `changePlan`: the slug of the new plan.' }),
  ),
  quantity: Type.Optional(described(nullable.integer, 'For `changeQuantity`: seats, or null.')),
  validUntil: Type.Optional(
    described(
      nullable.writtenInstant,
      'For `renew`, and optionally for `activate` and `reinstate`: the end of the term; null: no end.',
    ),
  ),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: 'For the history.' })),
});

const ending = (description: string) => Type.Optional(described(nullable.writtenInstant, description));

const CreationBody = Type.Object({
  tenantId: uuid,
  product: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Product slug.' }),
  plan: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Plan slug.' }),
  source: Type.Optional(oneOf(['Direct', 'Reseller'])),
  quantity: Type.Optional(described(nullable.integer, 'Seats, or null.')),
  validUntil: ending('The end of the term; null or omitted: no end.'),
  trialEndsAt: ending('Makes it a trial.'),
  isTrial: Type.Optional(Type.Boolean({ description: 'A trial that ends with the term.' })),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: 'For the history.' })),
});

export const subscriptionRoutes = adminRoutes('Subscriptions', (routes, context) => {
  const theSubscription = jsonResponse(
    'The subscription with its history.',
    Type.Ref('SubscriptionDetail'),
    detailExample,
    revisionHeaders,
  );
  const outstandingRequests = async (workspaceId: string, marketplaceSubscriptionId: string | null) => {
    if (marketplaceSubscriptionId === null) return [];
    const filter = { state: 'Received', requestedBy: 'Publisher', marketplaceSubscriptionId } as const;
    return listNotifications(context.database, workspaceId, filter, { limit: 50 });
  };
  const readDetail = async (workspaceId: string, subscriptionId: string) => {
    const record = await findSubscriptionView(context.database, workspaceId, subscriptionId);
    if (!record) return refuseUnknown('subscriptionId', 'subscription');
    const history = await listSubscriptionHistory(context.database, workspaceId, subscriptionId);
    const requests = await outstandingRequests(workspaceId, record.subscription.marketplaceSubscriptionId);
    return withRevision(record, () => detailOf(record, history, requests, context.clock.now()));
  };

  routes.post(subscriptionsPath, {
    access: 'change:subscriptions',
    operationId: 'createSubscription',
    summary: 'Add a subscription',
    description:
      'For subscriptions sold directly or by a reseller. The status is Pending until the move `activate`. A trial ' +
      'without a term is valid until its end.',
    body: CreationBody,
    responses: { 201: theSubscription },
    refusals: ['plan.not_found'],
    handle: async ({ action, caller, workspaceId, body }) => {
      const { reason, ...order } = body;
      const created = await createSubscription(action, workspaceId, readOrder(order), {
        actor: caller.actor.name,
        ...(reason !== undefined && { reason }),
      });
      if (isRefusal(created)) return created;
      return readDetail(workspaceId, created.subscription.subscriptionId);
    },
  });

  routes.get(`${subscriptionsPath}/:subscriptionId`, {
    access: 'read',
    operationId: 'readSubscription',
    summary: 'Read a subscription with its history',
    responses: { 200: theSubscription },
    handle: ({ workspaceId, params }) => readDetail(workspaceId, params.subscriptionId),
  });

  routes.post(`${subscriptionsPath}/:subscriptionId/moves`, {
    access: 'change:subscriptions',
    operationId: 'moveSubscription',
    summary: 'Move a subscription',
    description:
      'One of its `allowedMoves`. A marketplace subscription is changed at the marketplace and aligned here.',
    isEdit: true,
    body: MoveBody,
    responses: { 200: theSubscription },
    refusals: ['subscription.move_not_allowed', 'subscription.seats_in_use', 'plan.not_found'],
    handle: async ({ action, caller, workspaceId, params, body, revision }) => {
      const requested = readMove(body);
      if (isRefusal(requested)) return requested;
      const { subscriptionId } = params;
      const { reason } = body;
      const moved = await moveSubscriptionManually(
        action,
        workspaceId,
        subscriptionId,
        requested,
        { actor: caller.actor.name, ...(reason !== undefined && { reason }) },
        revision,
      );
      if (isRefusal(moved)) return moved;
      return readDetail(workspaceId, subscriptionId);
    },
  });
});

/** Checks the members that each move needs; a manual term does not renew itself. */
function readMove(
  body: Static<typeof MoveBody>,
): Extract<RequestedMove, { readonly type: ManualMove }> | Refusal {
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

/** A manual subscription: direct by default, without automatic renewal. */
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
