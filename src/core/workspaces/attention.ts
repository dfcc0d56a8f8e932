/** What needs a person, by kind, in the order of an overview. */
export const attentionKinds = [
  'Notice',
  'ApiKeyEnding',
  'MarketplaceCredentialEnding',
  'UsageExpiring',
  'WebhookEndpointDisabled',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
