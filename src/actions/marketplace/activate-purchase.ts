import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import { traitsOf } from '../../core/marketplace/connections/kinds.ts';
import type {
  FulfilmentResponse,
  FulfilmentService,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment-service.ts';
import { nothingExpected } from '../../core/marketplace/notifications/action-effect.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { alignSubscription } from './align-subscription.ts';
import { storeOperation } from './notifications.ts';
import { receivePurchase } from './receive-purchase.ts';
import { recordConfirmer, recordPurchaseFailure, recordSeenPurchase } from './record-purchase.ts';

export interface PurchaseActivation {
  readonly fulfilment: FulfilmentService;
  readonly connection: MarketplaceConnection;
  readonly source: MarketplaceSource;
  readonly purchase: MarketplaceSubscription;
  /** The user who confirmed on the landing page; null for an activation in the portal. */
  readonly confirmer: SignedInUser | null;
  /** Recorded in the history. */
  readonly reason: string;
}

export type ActivatedPurchase =
  | { readonly outcome: 'completed'; readonly subscription: Subscription }
  | { readonly outcome: 'not-received'; readonly refusal: Refusal }
  | Exclude<FulfilmentResponse<never>, { outcome: 'answered' }>;

/**
 * Stores the purchase as Pending, activates it at the marketplace if that waits for it, which begins billing, then makes
 * it Active here. Each step is idempotent, and the next attempt continues after a failed step.
 */
export async function activatePurchase(
  context: () => ActionContext,
  { fulfilment, connection, source, purchase, confirmer, reason }: PurchaseActivation,
): Promise<ActivatedPurchase> {
  const received = await receivePurchase(context(), source, purchase);
  if (isRefusal(received)) return { outcome: 'not-received', refusal: received };

  if (confirmer) await recordConfirmer(context(), received.subscription, confirmer);
  else await recordRequest(context(), source, received.subscription);
  const { id, planId, quantity } = purchase;
  const { canActivate, canReadSubscriptions } = traitsOf(connection);
  const activated = canActivate
    ? await fulfilment.activate(connection, { subscriptionId: id, planId, quantity })
    : null;
  if (activated && activated.outcome !== 'answered') {
    await recordSeenPurchase(context(), source, purchase);
    await recordPurchaseFailure(context(), source, id, 'ActivationFailed', activated.reason);
    return activated;
  }

  // The term is known only now; the marketplace may take minutes to show the activation.
  const found = canReadSubscriptions ? await fulfilment.getSubscription(connection, id) : null;
  const remote = found?.outcome === 'answered' ? found.value : purchase;
  const isShown =
    remote.status === 'Subscribed' || remote.status === 'Suspended' || remote.status === 'Unsubscribed';
  if (!isShown && canActivate) await followActivation(context(), source, purchase);
  // Where the marketplace begins by itself, its event is awaited.
  const accepted = isShown || !canActivate ? remote : { ...remote, status: 'Subscribed' as const };
  const aligned = await alignSubscription(context(), source, accepted, reason);
  if (isRefusal(aligned)) return { outcome: 'not-received', refusal: aligned };
  await recordSeenPurchase(context(), source, accepted);
  return { outcome: 'completed', subscription: aligned.subscription ?? received.subscription };
}

/** Before the request: the marketplace must not begin to bill without an audit entry, not even if this process dies. */
async function recordRequest(
  context: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  { subscriptionId, tenantId, marketplaceSubscriptionId }: Subscription,
): Promise<void> {
  await recordAudit(context, workspaceId, {
    action: 'subscription.change_requested',
    subject: { kind: 'Subscription', id: subscriptionId },
    before: null,
    after: { tenantId, marketplaceSubscriptionId, sourceName, type: 'activate', operationId: null },
  });
}

const maxIdLength = 100;

/**
 * Polls a subscription until it shows its activation and its term. The marketplace has no operation id for activations,
 * so one is made up, the same for each subscription.
 */
async function followActivation(
  context: ActionContext,
  source: MarketplaceSource,
  { id, planId, quantity }: Pick<MarketplaceSubscription, 'id' | 'planId' | 'quantity'>,
): Promise<void> {
  const operationId = `activation-${id}`.slice(0, maxIdLength);
  const action = 'Subscribe';
  const notification = {
    operationId,
    marketplaceSubscriptionId: id,
    action,
    planId,
    quantity,
    requestedBy: 'Publisher',
  } as const;
  const body = { id: operationId, subscriptionId: id, action, planId, quantity };
  const expected = { ...nothingExpected, status: 'Subscribed' } as const;
  const confirmed = { expected, operationAt: context.now, confirmedAt: context.now };
  await context.database
    .transaction()
    .execute((database) => storeOperation({ ...context, database }, source, notification, body, confirmed));
}
