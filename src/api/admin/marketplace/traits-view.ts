import { Type } from 'typebox';
import type { MarketplaceKind } from '../../../core/catalogue/marketplace-kind.ts';
import { traitsOf } from '../../../core/marketplace/connections/kinds.ts';

/** What a portal asks instead of the kind of a marketplace. */
export const TraitsView = Type.Object(
  {
    namesCustomer: Type.Boolean({
      description: "Purchases name the customer's tenant; otherwise the first that confirms is the customer.",
    }),
    canActivate: Type.Boolean({ description: 'Purchases wait for an activation, which begins the billing.' }),
    canChange: Type.Boolean({
      description: 'Changes of plan and quantity, and cancellations, can be requested.',
    }),
    listsPlans: Type.Boolean({
      description: 'Lists the plans of an offer, which mappings are compared with.',
    }),
    canReadUsage: Type.Boolean({ description: 'Accepted usage can be read, and is compared.' }),
    suspends: Type.Boolean({ description: 'The marketplace suspends subscriptions, and reinstates them.' }),
  },
  { description: 'What its marketplace can do.' },
);

export function traitsView(connection: { readonly kind: MarketplaceKind }) {
  const { namesCustomer, canActivate, canChange, listsPlans, canReadUsage, suspends } = traitsOf(connection);
  return { namesCustomer, canActivate, canChange, listsPlans, canReadUsage, suspends };
}
