import type { MarketplaceRegister, Plan, StoredSubscription } from '../directory.ts';
import type { Change } from './lifecycle.ts';

export interface ChangeRefusal {
  readonly target: 'planId' | 'quantity';
  readonly message: string;
}

/** Refuses a change of plan or quantity, from the customer or the publisher. */
export function refusalOf(
  change: Change,
  subscription: StoredSubscription,
  register: MarketplaceRegister,
): ChangeRefusal | undefined {
  const plans = register.findOffer(subscription.publisherId, subscription.offerId)?.plans ?? [];
  if ('planId' in change) {
    const target = 'planId';
    if (!plans.some(({ id }) => id === change.planId))
      return { target, message: 'The offer has no such plan.' };
    return change.planId === subscription.planId
      ? { target, message: 'The subscription has this plan.' }
      : undefined;
  }
  const message = quantityRefusal(
    change.quantity,
    plans.find(({ id }) => id === subscription.planId),
  );
  if (message !== undefined) return { target: 'quantity', message };
  return change.quantity === subscription.quantity
    ? { target: 'quantity', message: 'The subscription has this quantity.' }
    : undefined;
}

export function quantityRefusal(quantity: number, plan: Plan | undefined): string | undefined {
  if (!plan?.isPricePerSeat) return 'The plan is not priced by the seat.';
  const { minQuantity = 1, maxQuantity = Number.MAX_SAFE_INTEGER } = plan;
  return Number.isSafeInteger(quantity) && quantity >= minQuantity && quantity <= maxQuantity
    ? undefined
    : `The plan takes ${minQuantity} to ${maxQuantity} seats.`;
}
