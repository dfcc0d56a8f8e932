import type { Api, Application } from './directory.ts';

/** The commercial marketplace under its real id. It has no URI of its own: clients name it by the bare id. */
export const microsoftMarketplace: Api = {
  appId: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
  tokenVersion: 1,
  tenantIds: 'all',
};

/** It protects nothing. */
export const marketplaceSecret = 'a-secret-of-the-marketplace';

/** The marketplace as a client: the tokens of its webhook calls are issued to it, in each publisher's tenant. */
export const microsoftMarketplaceApplication: Application = {
  clientId: microsoftMarketplace.appId,
  name: 'Commercial marketplace',
  tenantIds: 'all',
  secrets: [{ value: marketplaceSecret }],
  roles: {},
};
