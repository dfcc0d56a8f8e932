/** A connection's marketplace, and what its purchase page has to know besides the offer and the plan. */
export interface TestPurchase {
  /** Null: the real marketplace. */
  readonly marketplaceUrl: string | null;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The purchase page of a marketplace emulator, filled in except for `offerId` and `planId`; null for a connection to a
 * real marketplace, where a test purchase is a private one.
 */
export function testPurchaseUrl(
  { marketplaceUrl, parameters }: TestPurchase,
  emulatorUrls: readonly string[],
): string | null {
  if (marketplaceUrl === null) return null;
  const origin = originOf(marketplaceUrl);
  const isEmulator = emulatorUrls.some((url) => originOf(url) === origin);
  return isEmulator ? `${origin}/?${new URLSearchParams(parameters)}` : null;
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);
