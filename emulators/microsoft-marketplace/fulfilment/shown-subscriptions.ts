import type { Switches } from '../../shell/switches.ts';
import type { Timers } from '../../shell/timers.ts';
import type { Amendment, MarketplaceRegister, StoredSubscription, SubscriptionState } from '../directory.ts';
import type { Settings } from '../settings.ts';

export interface ShownSubscriptionsContext {
  readonly register: MarketplaceRegister;
  readonly settings: Switches<Settings>;
  readonly timers: Timers;
}

/** Subscriptions as reads and lists show them: a change takes effect at once and is shown after the lag. */
export interface ShownSubscriptions {
  changeState(subscriptionId: string, state: SubscriptionState): void;
  amend(subscriptionId: string, amendment: Amendment): void;
  shown(subscription: StoredSubscription): StoredSubscription;
}

export function createShownSubscriptions(context: ShownSubscriptionsContext): ShownSubscriptions {
  const { register, settings, timers } = context;
  /** The earlier versions of each subscription that are still shown, the oldest first. */
  const earlier = new Map<string, StoredSubscription[]>();

  function storeVersion(subscriptionId: string): void {
    const { subscriptionLagMilliseconds } = settings.get();
    const before = register.findSubscription(subscriptionId);
    if (subscriptionLagMilliseconds === 0 || !before) return;
    earlier.set(before.id, [...(earlier.get(before.id) ?? []), before]);
    timers.after(subscriptionLagMilliseconds, () => {
      const left = (earlier.get(before.id) ?? []).filter((version) => version !== before);
      if (left.length === 0) earlier.delete(before.id);
      else earlier.set(before.id, left);
    });
  }

  return {
    changeState(subscriptionId, state) {
      storeVersion(subscriptionId);
      register.changeState(subscriptionId, state);
    },
    amend(subscriptionId, amendment) {
      storeVersion(subscriptionId);
      register.amend(subscriptionId, amendment);
    },
    shown: (subscription) => earlier.get(subscription.id)?.[0] ?? subscription,
  };
}
