/** A connection, and the addresses that its offers lead to. */
export interface TestPurchase {
  readonly marketplaceUrl: string;
  readonly clientId: string;
  readonly landingPageUrl: string;
  readonly webhookUrl: string;
}

/**
 * The purchase page of the marketplace emulator, filled in except for `offerId` and `planId`; null for a connection to a
 * real marketplace, where a test purchase is a private one.
 */
export function testPurchaseUrl(
  { marketplaceUrl, ...target }: TestPurchase,
  emulatorUrl: string | null,
): string | null {
  if (emulatorUrl === null || originOf(marketplaceUrl) !== originOf(emulatorUrl)) return null;
  return `${originOf(emulatorUrl)}/?${new URLSearchParams(target)}`;
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);
