import type { Schemas } from '../../../api/client.ts';
import type { Tone } from '../../../parts/status-badge.tsx';

export interface Listing {
  readonly failure: string | null;
  readonly offers: readonly Schemas['MarketplaceOffer'][];
}

export interface ComparedMapping {
  readonly offerId: string;
  readonly planId: string;
  /** Undefined: no plan is chosen yet. */
  readonly billingModel: 'FlatRate' | 'PerUser' | undefined;
  readonly dimensions: readonly { readonly id: string }[];
}

/** Whether the marketplace lists a mapped plan, and as it is mapped. */
export interface Verdict {
  readonly tone: Tone;
  readonly label: string;
  readonly text: string;
}

/** The marketplace's plan of a mapping, if it lists it. */
export function findListed(
  { offers }: Listing,
  { offerId, planId }: Pick<ComparedMapping, 'offerId' | 'planId'>,
) {
  return offers.find((offer) => offer.offerId === offerId)?.plans.find((plan) => plan.planId === planId);
}

export function verdictOf(listing: Listing, mapping: ComparedMapping): Verdict {
  const offer = listing.offers.find(({ offerId }) => offerId === mapping.offerId);
  // After a failure the offers are those of the last answer.
  const failure = listing.offers.length === 0 ? listing.failure : (offer?.failure ?? null);
  if (failure !== null) {
    return { tone: 'over', label: 'Not checked', text: `The marketplace did not respond: ${failure}` };
  }
  if (!offer) {
    const text =
      'The marketplace lists the plans of an offer only once it has a subscription. Make a test purchase to check the ids.';
    return { tone: 'over', label: 'Unknown', text };
  }
  const plan = findListed(listing, mapping);
  if (!plan) {
    const text =
      'Not among the plans of the offer. Ids are case-sensitive; a private plan is listed only to its audience.';
    return { tone: 'attention', label: 'Not listed', text };
  }
  if (mapping.billingModel !== undefined && plan.isPerUser !== (mapping.billingModel === 'PerUser')) {
    const [there, here] = plan.isPerUser
      ? ['by the seat', 'at a flat rate']
      : ['at a flat rate', 'by the seat'];
    return { tone: 'bad', label: 'Billing differs', text: `Sold ${there}, but the plan is billed ${here}.` };
  }
  const unknown = mapping.dimensions
    .map(({ id }) => id.trim())
    .filter((id) => id !== '' && !plan.dimensions.some((listed) => listed.id === id));
  if (unknown.length > 0) {
    const text = `The marketplace has no dimension ${unknown.join(', ')} of this plan: its usage will be rejected.`;
    return { tone: 'bad', label: 'Dimension unknown', text };
  }
  return plan.isForSale
    ? { tone: 'good', label: 'Listed', text: `Its name there is ${plan.name}.` }
    : { tone: 'attention', label: 'Not for sale', text: `${plan.name} is listed, but no longer sold.` };
}
