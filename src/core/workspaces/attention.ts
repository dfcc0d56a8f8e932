/** Items that need a person, in the order of the overview. */
export const attentionKinds = [
  'Notice',
  'ApiKeyEnding',
  'MarketplaceCredentialEnding',
  'UsageExpiring',
  'WebhookEndpointDisabled',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
