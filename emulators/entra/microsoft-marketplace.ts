import type { Api } from './directory.ts';

/** The commercial marketplace under its real id. It has no URI of its own: clients name it by the bare id. */
export const microsoftMarketplace: Api = {
  appId: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
  tokenVersion: 1,
  tenantIds: 'all',
};
