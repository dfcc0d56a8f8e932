/** Microsoft Graph under its real names. Every tenant has it. */
export const microsoftGraph = {
  appId: '00000003-0000-0000-c000-000000000000',
  identifierUris: ['https://graph.microsoft.com'],
  tokenVersion: 1,
  tenantIds: 'all',
} as const;

/** The commercial marketplace under its real id. It has no URI: clients name it by the bare id. */
export const microsoftMarketplace = {
  appId: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
  tokenVersion: 1,
  tenantIds: 'all',
} as const;

/** The marketplace's secret as a client, which it fetches the tokens of its webhook calls with. It protects nothing. */
export const marketplaceSecret = 'a-secret-of-the-marketplace';
