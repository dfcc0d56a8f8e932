import type { MeterDimension } from '../../core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { computeHours, onAwsByContract, onAwsByUse, onMarketplace } from './marketplace-mapping.ts';

/** A draft, which the catalogue API does not list. */
export const augur: ProductDefinition = {
  slug: 'augur',
  name: 'Augur',
  status: 'Draft',
  types: ['WebApp'],
  categories: ['data'],
  editions: [{ slug: 'preview', name: 'Preview', rank: 10 }],
  plans: [
    {
      slug: 'preview',
      name: 'Preview',
      status: 'Draft',
      edition: 'preview',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { forecasts: true },
      limits: {},
      serviceIdentifier: null,
      marketplace: [],
    },
  ],
};

export const flowRuns: MeterDimension = { id: 'flow-runs', name: 'Flow runs', unit: 'thousand runs' };

/** The products of AWS Marketplace: one by use, one by contract. */
export const mosaicProductCodes = {
  byUse: 'mosaicpayasyougo000000001',
  byContract: 'mosaicteamcontract0000001',
} as const;
/** The dimension of the contract: a unit is a seat. */
export const mosaicSeats = 'makers';

/** Sold on both marketplaces, each with plans of its own. */
export const mosaic: ProductDefinition = {
  slug: 'mosaic',
  name: 'Mosaic',
  status: 'Published',
  types: ['PowerPlatformSolution'],
  categories: ['automation', 'data'],
  editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
  plans: [
    {
      slug: 'pay-as-you-go',
      name: 'Pay as you go',
      status: 'Published',
      edition: 'standard',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { connectors: true },
      limits: { environments: 3 },
      serviceIdentifier: null,
      marketplace: onMarketplace('mosaic', 'pay-as-you-go', flowRuns, computeHours),
    },
    {
      slug: 'pay-as-you-go-aws',
      name: 'Pay as you go, on AWS',
      status: 'Published',
      edition: 'standard',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { connectors: true },
      limits: { environments: 3 },
      serviceIdentifier: null,
      marketplace: onAwsByUse(mosaicProductCodes.byUse, {
        ...flowRuns,
        intake: 'Events',
        aggregation: 'Sum',
      }),
    },
    {
      slug: 'team-aws',
      name: 'Team, on AWS',
      status: 'Published',
      edition: 'standard',
      licenceModel: 'Seats',
      billingModel: 'PerUser',
      capabilities: { connectors: true },
      limits: { environments: 3 },
      serviceIdentifier: null,
      marketplace: onAwsByContract(mosaicProductCodes.byContract, mosaicSeats),
    },
  ],
};

/** Identity provider licences, with and without a mapping, and a plan that is not sold on the marketplace. */
export const scriptorium: ProductDefinition = {
  slug: 'scriptorium',
  name: 'Scriptorium',
  status: 'Published',
  types: ['OfficeAddIn', 'SharePointApp'],
  applicationUrl: 'https://example.com/scriptorium',
  categories: ['collaboration', 'documents'],
  editions: [
    { slug: 'scribe', name: 'Scribe', rank: 10 },
    { slug: 'archive', name: 'Archive', rank: 20 },
  ],
  plans: [
    {
      slug: 'scribe-licences',
      name: 'Scribe, licences managed in the admin centre',
      status: 'Published',
      edition: 'scribe',
      licenceModel: 'IdpManaged',
      billingModel: 'PerUser',
      capabilities: { templates: true, 'retention-rules': false },
      limits: { 'documents-per-month': 1_000 },
      serviceIdentifier: 'scribe-licences',
      marketplace: onMarketplace('scriptorium', 'scribe-licences'),
    },
    {
      slug: 'quill-licences',
      name: 'Quill, not mapped yet',
      status: 'Published',
      edition: 'scribe',
      licenceModel: 'IdpManaged',
      billingModel: 'PerUser',
      capabilities: { templates: true },
      limits: {},
      serviceIdentifier: null,
      marketplace: [],
    },
    {
      slug: 'archive-direct',
      name: 'Archive, by contract',
      status: 'Published',
      edition: 'archive',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { templates: true, 'retention-rules': true },
      limits: { 'documents-per-month': 100_000 },
      serviceIdentifier: null,
      marketplace: [],
    },
  ],
};
