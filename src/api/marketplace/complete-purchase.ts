import { type ActivatedPurchase, activatePurchase } from '../../actions/marketplace/activate-purchase.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { visitorActor } from '../../core/workspaces/visitor.ts';
import type { ApiContext } from '../context.ts';
import type { LandingConnection } from './landing-connection.ts';

/** Activates the purchase for the user who has confirmed it. */
export async function completePurchase(
  { writes, clock, randomBytes, fulfilment }: ApiContext,
  landing: LandingConnection,
  purchase: MarketplaceSubscription,
  user: SignedInUser,
  address: string,
): Promise<ActivatedPurchase> {
  const actor = visitorActor(user, address);
  const context = () => ({ database: writes, now: clock.now(), randomBytes, actor });
  const { connection } = landing;
  const reason = 'landing page';
  return activatePurchase(context, {
    fulfilment,
    connection,
    source: landing,
    purchase,
    confirmer: user,
    reason,
  });
}
