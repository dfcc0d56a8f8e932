/** The marketplaces at which plans are sold; `core/marketplace/connections/kinds.ts` declares what each can do. */
export const marketplaceKinds = ['Microsoft', 'Aws'] as const;
export type MarketplaceKind = (typeof marketplaceKinds)[number];

/** The kind of a connection that names none, and of a source without a connection. */
export const defaultKind = 'Microsoft' satisfies MarketplaceKind;

/** The marketplace whose id a subscription has: only the licences of one are ARNs. */
export function kindOfId(marketplaceSubscriptionId: string | null): MarketplaceKind {
  return /^arn:aws[a-z-]*:license-manager:/.test(marketplaceSubscriptionId ?? '') ? 'Aws' : defaultKind;
}

/** The source name of its connection in examples and in the demo. */
export const defaultSourceName = 'Microsoft Marketplace';
