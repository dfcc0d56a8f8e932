import { alignSubscription } from '../../actions/marketplace/align-subscription.ts';
import { followActivation } from '../../actions/marketplace/follow-activation.ts';
import { receivePurchase } from '../../actions/marketplace/receive-purchase.ts';
import { recordConfirmer } from '../../actions/marketplace/record-buyers.ts';
import type { FulfilmentAnswer, MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { visitorActor } from '../../core/workspaces/visitor.ts';
import type { ApiContext } from '../context.ts';
import type { LandingConnection } from './landing-connection.ts';

export type CompletedPurchase =
  | { readonly outcome: 'completed' }
  | { readonly outcome: 'not-received'; readonly refusal: Refusal }
  | Exclude<FulfilmentAnswer<never>, { outcome: 'answered' }>;

/**
 * Stores the purchase as Pending, activates it at the marketplace, which begins billing, then makes it Active here.
 * Each step is idempotent, and the next visit continues after a failed step.
 */
export async function completePurchase(
  { writes, clock, randomBytes, fulfilment }: ApiContext,
  landing: LandingConnection,
  purchase: MarketplaceSubscription,
  user: SignedInUser,
  address: string,
): Promise<CompletedPurchase> {
  const actor = visitorActor(user, address);
  const context = () => ({ database: writes, now: clock.now(), randomBytes, actor });
  const received = await receivePurchase(context(), landing, purchase);
  if (isRefusal(received)) return { outcome: 'not-received', refusal: received };

  await recordConfirmer(context(), received.subscription, user);
  const { id, planId, quantity } = purchase;
  const activated = await fulfilment.activate(landing.connection, { subscriptionId: id, planId, quantity });
  if (activated.outcome !== 'answered') return activated;

  // The term is known only now; the marketplace may take minutes to show the activation.
  const found = await fulfilment.getSubscription(landing.connection, id);
  const remote = found.outcome === 'answered' ? found.value : purchase;
  const isShown =
    remote.status === 'Subscribed' || remote.status === 'Suspended' || remote.status === 'Unsubscribed';
  if (!isShown) await followActivation(context(), landing, purchase);
  const accepted = isShown ? remote : { ...remote, status: 'Subscribed' as const };
  const aligned = await alignSubscription(context(), landing, accepted, 'landing page');
  return isRefusal(aligned) ? { outcome: 'not-received', refusal: aligned } : { outcome: 'completed' };
}
