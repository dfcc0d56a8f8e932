import { isUuid } from '../identifiers.ts';
import { isPersonalTenant } from '../personal-accounts.ts';
import { isStorable } from '../text.ts';
import { readEmail } from './buyer.ts';
import type { MarketplaceSubscription } from './fulfilment-service.ts';

/** A purchase that the marketplace lists as not activated. */
export interface SeenPurchase {
  readonly marketplaceSubscriptionId: string;
  readonly offerId: string;
  readonly planId: string;
  readonly quantity: number | null;
  readonly tenantId: string | null;
  readonly buyerEmail: string | null;
  /** Null if the marketplace omits it. */
  readonly boughtAt: Date | null;
}

export function awaitsActivation({ status }: Pick<MarketplaceSubscription, 'status'>): boolean {
  return status === 'PendingFulfillmentStart' || status === 'NotStarted';
}

const maxIdLength = 100;
const maxQuantity = 1_000_000_000;
/** No marketplace of this kind is older. */
const firstSale = Date.UTC(2010, 0, 1);

/** Null for an id that cannot be stored; other values that cannot be are left out. */
export function seenPurchase(remote: MarketplaceSubscription, now: Date): SeenPurchase | null {
  const { id, offerId, planId, quantity, beneficiary, purchaser, createdAt } = remote;
  if (id === '' || !isStorableId(id)) return null;
  const tenantId = beneficiary?.tenantId.toLowerCase() ?? '';
  const email = readEmail(purchaser?.email ?? null) ?? readEmail(beneficiary?.email ?? null);
  const isSound = createdAt !== null && createdAt.getTime() >= firstSale && createdAt <= now;
  return {
    marketplaceSubscriptionId: id,
    offerId: isStorableId(offerId) ? offerId : '',
    planId: isStorableId(planId) ? planId : '',
    quantity: quantity !== null && quantity <= maxQuantity ? quantity : null,
    tenantId: isUuid(tenantId) && !isPersonalTenant(tenantId) ? tenantId : null,
    buyerEmail: email !== null && isStorable(email) ? email : null,
    boughtAt: isSound ? createdAt : null,
  };
}

function isStorableId(id: string): boolean {
  return id.length <= maxIdLength && isStorable(id);
}
