import { timeOrderedId } from '../../core/identifiers.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import { traitsOf } from '../../core/marketplace/connections/kinds.ts';
import type {
  FulfilmentResponse,
  FulfilmentService,
  MarketplaceAction,
  MarketplaceSubscription,
  StartedChange,
} from '../../core/marketplace/fulfilment-service.ts';
import { type ExpectedChange, nothingExpected } from '../../core/marketplace/notifications/action-effect.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { checkSeatsLeft } from '../../core/subscriptions/seat.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { AuditedChange } from '../../core/workspaces/audit.ts';
import { findMarketplacePlanId, findSourcesOfPlan } from '../../storage/marketplace/mapped-plans.ts';
import { countSeats } from '../../storage/subscriptions/seats.ts';
import { findSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { storeOperation } from './notifications.ts';

/** A change requested by the partner; a plan is given by its slug. */
export type MarketplaceRequest =
  | { readonly type: 'changePlan'; readonly plan: string }
  | { readonly type: 'changeQuantity'; readonly quantity: number }
  | { readonly type: 'cancel' };

/** The marketplace client and the key to open the connection's credential. */
export interface MarketplaceAccess {
  readonly fulfilment: FulfilmentService;
  readonly open: (source: MarketplaceSource) => Promise<MarketplaceConnection>;
}

interface ChangeTarget {
  readonly subscription: Subscription;
  readonly source: MarketplaceSource;
  readonly connection: MarketplaceConnection;
  readonly remote: MarketplaceSubscription;
}

/**
 * Requests a change of a subscription at the marketplace. Ours changes only when the marketplace has made the change:
 * its operation is stored like a notification and followed until it ends. If this process dies before storing it, the
 * marketplace's own notification or reconciliation brings the change.
 */
export async function requestMarketplaceChange(
  context: () => ActionContext,
  access: MarketplaceAccess,
  workspaceId: string,
  subscriptionId: string,
  request: MarketplaceRequest,
): Promise<StartedChange | Refusal> {
  const target = await findChangeTarget(context(), access, workspaceId, subscriptionId);
  if (isRefusal(target)) return target;
  const { source, connection, remote } = target;
  const change = await changeOf(context(), target, request);
  if (isRefusal(change)) return change;

  const { subscription } = target;
  const { tenantId, marketplaceSubscriptionId } = subscription;
  return startChange(context, access.fulfilment, {
    source,
    connection,
    marketplaceSubscriptionId: remote.id,
    change,
    audited: (operationId) => ({
      action: 'subscription.change_requested',
      subject: { kind: 'Subscription', id: subscriptionId },
      before: null,
      after: { tenantId, marketplaceSubscriptionId, sourceName: source.sourceName, ...request, operationId },
    }),
  });
}

interface StartedRequest {
  readonly source: MarketplaceSource;
  readonly connection: MarketplaceConnection;
  readonly marketplaceSubscriptionId: string;
  readonly change: Change;
  readonly audited: (operationId: string | null) => AuditedChange;
}

/** Starts a change at the marketplace, and stores its operation to be followed. */
export async function startChange(
  context: () => ActionContext,
  fulfilment: FulfilmentService,
  { source, connection, marketplaceSubscriptionId, change, audited }: StartedRequest,
): Promise<StartedChange | Refusal> {
  const begun = await begin(fulfilment, connection, marketplaceSubscriptionId, change);
  if (begun.outcome === 'unavailable') return refuse('service.unavailable', {}, begun.reason);
  if (begun.outcome === 'refused') {
    return refuse('marketplace.change_refused', { status: begun.status }, begun.reason);
  }
  const { operationId } = begun.value;
  const { now, randomBytes } = context();
  const { planId, quantity, action } = change;
  const notification = {
    operationId: operationId ?? `request-${timeOrderedId(now, randomBytes)}`,
    marketplaceSubscriptionId,
    action,
    planId,
    quantity,
    requestedBy: 'Publisher',
  } as const;
  const body = {
    id: notification.operationId,
    subscriptionId: marketplaceSubscriptionId,
    action,
    planId,
    quantity,
  };
  // Without an operation id the subscription itself is polled.
  const confirmed =
    operationId === null ? { expected: expectedOf(change), operationAt: now, confirmedAt: now } : null;
  await context()
    .database.transaction()
    .execute(async (database) => {
      await storeOperation({ ...context(), database }, source, notification, body, confirmed);
      await recordAudit({ ...context(), database }, source.workspaceId, audited(operationId));
    });
  return { operationId };
}

/** The subscription, with the account of the source that sold it. */
async function findChangeTarget(
  { database }: ActionContext,
  { fulfilment, open }: MarketplaceAccess,
  workspaceId: string,
  subscriptionId: string,
): Promise<ChangeTarget | Refusal> {
  const subscription = await findSubscription(database, workspaceId, subscriptionId);
  const id = subscription?.source === 'Marketplace' ? subscription.marketplaceSubscriptionId : null;
  if (!subscription || id === null) return refuseUnknown('subscriptionId', 'marketplace subscription');
  let failure: Refusal = refuse('marketplace.change_refused', {}, 'Its plan is sold through no connection.');
  for (const sourceName of await findSourcesOfPlan(database, workspaceId, subscription.planId)) {
    const source = { workspaceId, sourceName };
    const connection = await open(source);
    if (!traitsOf(connection).canChange) {
      const detail = `At ${sourceName} only the customer changes a subscription.`;
      failure = refuse('marketplace.change_refused', {}, detail);
      continue;
    }
    const answer = await fulfilment.getSubscription(connection, id);
    if (answer.outcome === 'answered') return { subscription, source, connection, remote: answer.value };
    failure =
      answer.outcome === 'unavailable'
        ? refuse('service.unavailable', {}, answer.reason)
        : refuse('marketplace.change_refused', { status: answer.status }, answer.reason);
  }
  return failure;
}

interface Change {
  readonly action: MarketplaceAction;
  readonly planId: string | null;
  readonly quantity: number | null;
}

export const cancellation: Change = { action: 'Unsubscribe', planId: null, quantity: null };

async function changeOf(
  { database }: ActionContext,
  { subscription, source, remote }: ChangeTarget,
  request: MarketplaceRequest,
): Promise<Change | Refusal> {
  switch (request.type) {
    case 'changePlan': {
      const offer = { ...source, offerId: remote.offerId };
      const planId = await findMarketplacePlanId(database, offer, subscription.productId, request.plan);
      return planId === undefined
        ? refuse('plan.not_found', { plan: request.plan })
        : { action: 'ChangePlan', planId, quantity: null };
    }
    case 'changeQuantity': {
      const { quantity } = request;
      const refusal = checkSeatsLeft(quantity, await countSeats(database, subscription));
      return refusal ?? { action: 'ChangeQuantity', planId: null, quantity };
    }
    case 'cancel':
      return cancellation;
  }
}

function expectedOf({ action, planId, quantity }: Change): ExpectedChange {
  const status = action === 'Unsubscribe' ? 'Unsubscribed' : null;
  return { ...nothingExpected, planId, quantity, status };
}

function begin(
  fulfilment: FulfilmentService,
  connection: MarketplaceConnection,
  id: string,
  { planId, quantity }: Change,
): Promise<FulfilmentResponse<StartedChange>> {
  if (planId !== null) return fulfilment.changePlan(connection, id, planId);
  if (quantity !== null) return fulfilment.changeQuantity(connection, id, quantity);
  return fulfilment.cancel(connection, id);
}
