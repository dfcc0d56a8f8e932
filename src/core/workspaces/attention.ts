/** Items that need a person, in the order of the overview. */
export const attentionKinds = [
  'Notice',
  'PurchasePending',
  'ApiKeyEnding',
  'MarketplaceCredentialEnding',
  'MarketplaceConnectionFailing',
  'UsageExpiring',
  'WebhookEndpointDisabled',
  'WebhookEndpointFailing',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
