import type { StoredSubscription } from '../directory.ts';
import type { Fulfilment } from './fulfilment.ts';
import type { PurchaseToken } from './purchase-tokens.ts';

/** The customer's link to the landing page; undefined while the offer has none. */
export function landingLink(
  { offerId, publisherId }: StoredSubscription,
  { token }: PurchaseToken,
  { register }: Fulfilment,
): string | undefined {
  const address = register.findOffer(publisherId, offerId)?.landingPageUrl;
  if (address === undefined) return undefined;
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}
