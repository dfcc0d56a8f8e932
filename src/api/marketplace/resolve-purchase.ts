import { alignSubscription } from '../../actions/marketplace/align-subscription.ts';
import { traitsOf } from '../../core/marketplace/connections/kinds.ts';
import type {
  FulfilmentResponse,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment-service.ts';
import { isLive } from '../../core/marketplace/notifications/alignment.ts';
import {
  isPartyTo,
  type PurchaseState,
  purchaseFor,
  purchaseStateOf,
  type VisitedSeats,
} from '../../core/marketplace/purchases/purchase-visit.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { findMappedPlan, type StoredMappedPlan } from '../../storage/marketplace/mapped-plans.ts';
import { loadSeats } from '../../storage/subscriptions/seats.ts';
import { findSubscriptionByMarketplaceId } from '../../storage/subscriptions/subscriptions.ts';
import type { ApiContext } from '../context.ts';
import { readPurchaseLink } from './arrival.ts';
import type { LandingConnection } from './landing-visitor.ts';

export type ResolvedPurchase =
  | {
      readonly outcome: 'found';
      readonly purchase: MarketplaceSubscription;
      readonly plan: StoredMappedPlan | undefined;
      readonly state: PurchaseState;
      readonly seats: VisitedSeats;
      /** Of our subscription; null if there is none yet. */
      readonly subscriptionId: string | null;
    }
  | { readonly outcome: 'wrong-account'; readonly purchase: MarketplaceSubscription }
  /** Live at the marketplace, but refused here. */
  | {
      readonly outcome: 'not-received';
      readonly purchase: MarketplaceSubscription;
      readonly refusal: Refusal;
    }
  | Exclude<FulfilmentResponse<never>, { outcome: 'answered' }>;

/**
 * Resolves the token to its purchase, for a user who may see it. A purchase already live at the marketplace is
 * activated here too: the answer to an activation was lost, or the marketplace activates the plan by itself.
 */
export async function resolvePurchase(
  context: ApiContext,
  landing: LandingConnection,
  token: string,
  user: SignedInUser,
): Promise<ResolvedPurchase> {
  const resolved = await resolveToken(context, landing, token);
  if (resolved.outcome !== 'answered') return resolved;
  const traits = traitsOf(landing.connection);
  const purchase = purchaseFor(resolved.value, user, traits);
  if (!isPartyTo(purchase, user)) return { outcome: 'wrong-account', purchase };

  const { database } = context;
  const { workspaceId, sourceName } = landing;
  if (isLive(purchase)) {
    const actionContext = {
      database: context.writes,
      now: context.clock.now(),
      randomBytes: context.randomBytes,
    };
    const aligned = await alignSubscription(actionContext, landing, purchase, 'landing page');
    if (isRefusal(aligned)) return { outcome: 'not-received', purchase, refusal: aligned };
  }
  const { offerId, planId } = purchase;
  const plan = await findMappedPlan(database, { workspaceId, sourceName, offerId, planId });
  const local = await findSubscriptionByMarketplaceId(database, workspaceId, purchase.id);
  const state = purchaseStateOf(purchase, local?.status ?? null, traits);
  const seats = await seatsFor(context, local, user);
  return { outcome: 'found', purchase, plan, state, seats, subscriptionId: local?.subscriptionId ?? null };
}

async function seatsFor(
  { database }: Pick<ApiContext, 'database'>,
  subscription: Subscription | undefined,
  user: SignedInUser,
): Promise<VisitedSeats> {
  if (!subscription) return { total: 0, assigned: 0, isAssigned: false };
  const { workspaceId, subscriptionId, tenantId, quantity } = subscription;
  const objectId = user.tenantId === tenantId ? user.objectId : null;
  const [seats] = await loadSeats(database, workspaceId, [subscriptionId], objectId);
  return { total: quantity ?? 0, assigned: seats?.assigned ?? 0, isAssigned: seats?.isAssigned ?? false };
}

const expiredLink = { outcome: 'refused', status: 400, code: null, reason: 'The link has expired.' } as const;

export async function resolveToken(
  context: ApiContext,
  { connection, connectionId }: LandingConnection,
  token: string,
): Promise<FulfilmentResponse<MarketplaceSubscription>> {
  const { fulfilment } = context;
  const linked = readPurchaseLink(context, connectionId, token);
  if (linked === null) return expiredLink;
  if (linked !== undefined) return fulfilment.getSubscription(connection, linked);
  const resolved = await fulfilment.resolve(connection, token);
  if (resolved.outcome !== 'answered') return resolved;
  const { subscriptionId, subscription } = resolved.value;
  return subscription
    ? { outcome: 'answered', value: subscription }
    : fulfilment.getSubscription(connection, subscriptionId);
}
