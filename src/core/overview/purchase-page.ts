/** A mapped plan, and where a purchase of it leads. */
export interface PurchaseTarget {
  readonly marketplaceUrl: string;
  readonly offerId: string;
  readonly planId: string;
  readonly landingPageUrl: string;
  readonly webhookUrl: string;
}

/**
 * The page of a marketplace emulator on which the plan can be bought, filled in; null for a real marketplace, which is
 * reached by https.
 */
export function purchasePage({ marketplaceUrl, ...target }: PurchaseTarget): string | null {
  if (!URL.canParse(marketplaceUrl)) return null;
  const { protocol, origin } = new URL(marketplaceUrl);
  return protocol === 'http:' ? `${origin}/?${new URLSearchParams(target)}` : null;
}
