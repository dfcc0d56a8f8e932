import type { Api } from './directory.ts';

/** Microsoft Graph under its real names. It is present in every tenant, so every directory holds it. */
export const MICROSOFT_GRAPH: Api = {
  appId: '00000003-0000-0000-c000-000000000000',
  identifierUris: ['https://graph.microsoft.com'],
  tokenVersion: 1,
  tenantIds: 'all',
};
