import { Type } from 'typebox';
import { traitsOfPurchase } from '../../../core/marketplace/connections/kinds.ts';
import { subscriptionAt } from '../../../core/subscriptions/clock.ts';
import { subscriptionSources, subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import { allowedManualMoves, manualMoves } from '../../../core/subscriptions/transition.ts';
import type { NotificationRecord } from '../../../storage/marketplace/notification-views.ts';
import type {
  HistoryEntryView,
  SubscriptionView,
} from '../../../storage/subscriptions/subscription-views.ts';
import { oneOf } from '../../schemas.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

export const subscriptionsPath = '/workspaces/:workspaceId/subscriptions';

const named = Type.Object({ slug: Type.String(), name: Type.String() });

const shown = {
  subscriptionId: uuid,
  tenantId: uuid,
  organisation: nullable.object({ organisationId: uuid, name: Type.String() }),
  product: named,
  plan: named,
  source: oneOf(subscriptionSources),
  marketplaceSubscriptionId: nullable.text,
  account: described(
    nullable.text,
    "The buyer's account number, where the marketplace names the buyer by that alone.",
  ),
  status: oneOf(subscriptionStatuses),
  quantity: nullable.integer,
  isTrial: Type.Boolean(),
  trialEndsAt: nullable.instant,
  validUntil: nullable.instant,
  renewsItself: Type.Boolean(),
  createdAt: instant,
  activatedAt: nullable.instant,
  suspendedAt: nullable.instant,
  cancelledAt: nullable.instant,
  endedAt: nullable.instant,
  changedAt: instant,
  allowedMoves: Type.Array(oneOf(manualMoves), {
    description:
      'The moves that are allowed now. Empty for a marketplace subscription, which is changed at the marketplace.',
  }),
  canRequestChange: Type.Boolean({
    description: 'Whether a change can be requested of its marketplace: plan, quantity or cancellation.',
  }),
};

export const SubscriptionSummary = Type.Object(shown, { $id: 'Subscription' });

export const SubscriptionDetail = Type.Object(
  {
    ...shown,
    history: Type.Array(
      Type.Object({
        revision: Type.Integer(),
        recordedAt: instant,
        move: Type.String(),
        actor: Type.String(),
        reason: nullable.text,
        status: oneOf(subscriptionStatuses),
        plan: Type.String({ description: 'Slug.' }),
        quantity: nullable.integer,
        validUntil: nullable.instant,
      }),
      { description: 'The history, newest first, each with the state after it.' },
    ),
    marketplaceRequests: Type.Array(
      Type.Object({
        callId: uuid,
        operationId: Type.String(),
        action: Type.String(),
        requestedAt: instant,
        detail: nullable.text,
      }),
      { description: 'Changes requested from here that the marketplace has not finished, newest first.' },
    ),
  },
  { $id: 'SubscriptionDetail' },
);

export const summaryExample = {
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: { organisationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8', name: 'Contoso' },
  product: { slug: 'aqueduct', name: 'Aqueduct' },
  plan: { slug: 'standard-yearly', name: 'Standard, yearly' },
  source: 'Direct',
  marketplaceSubscriptionId: null,
  account: null,
  status: 'Active',
  quantity: null,
  isTrial: false,
  trialEndsAt: null,
  validUntil: '2027-01-01T00:00:00.000Z',
  renewsItself: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  activatedAt: '2026-01-01T00:00:00.000Z',
  suspendedAt: null,
  cancelledAt: null,
  endedAt: null,
  changedAt: '2026-01-01T00:00:00.000Z',
  allowedMoves: ['changePlan', 'suspend', 'renew', 'cancelNow', 'cancelAtTermEnd'],
  canRequestChange: false,
};

export const detailExample = {
  ...summaryExample,
  history: [
    {
      revision: 1,
      recordedAt: '2026-01-01T00:00:00.000Z',
      move: 'create',
      actor: 'Mara Voss',
      reason: 'contract 4711',
      status: 'Pending',
      plan: 'standard-yearly',
      quantity: null,
      validUntil: '2027-01-01T00:00:00.000Z',
    },
  ],
  marketplaceRequests: [],
};

/** The present state, even if a worker has not stored an expiry yet. */
export function summaryOf(
  { subscription: stored, product, plan, account, organisation }: SubscriptionView,
  now: Date,
) {
  const { workspaceId: _, productId: __, planId: ___, ...rest } = subscriptionAt(stored, now);
  const canRequestChange = stored.source === 'Marketplace' && traitsOfPurchase({ account }).canChange;
  const allowedMoves = allowedManualMoves(stored, now);
  return { ...rest, account, organisation, product, plan, allowedMoves, canRequestChange };
}

export function detailOf(
  record: SubscriptionView,
  history: readonly HistoryEntryView[],
  requests: readonly NotificationRecord[],
  now: Date,
) {
  return {
    ...summaryOf(record, now),
    history: history.map(({ revision, recordedAt, move, actor, reason, plan, state }) => ({
      revision,
      recordedAt,
      move,
      actor,
      reason,
      status: state.status,
      plan,
      quantity: state.quantity,
      validUntil: state.validUntil,
    })),
    marketplaceRequests: requests.map(({ notificationId, operationId, action, receivedAt, detail }) => ({
      callId: notificationId,
      operationId,
      action,
      requestedAt: receivedAt,
      detail,
    })),
  };
}
