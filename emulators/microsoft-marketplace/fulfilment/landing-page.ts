import type { HeldSubscription } from '../directory.ts';
import type { Fulfilment } from './fulfilment.ts';
import type { PurchaseToken } from './purchase-tokens.ts';

/** Where the customer is sent to; undefined while the offer has no landing page. */
export function landingLink(
  { offerId, publisherId }: HeldSubscription,
  { token }: PurchaseToken,
  { register }: Fulfilment,
): string | undefined {
  const address = register.findOffer(publisherId, offerId)?.landingPageUrl;
  if (address === undefined) return undefined;
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}
