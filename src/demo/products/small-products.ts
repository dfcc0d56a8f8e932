import type { MeterDimension } from '../../core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { computeHours, onAwsByContract, onAwsByUse, onMarketplace, plan } from './plan-parts.ts';

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
      ...plan,
      slug: 'preview',
      name: 'Preview',
      status: 'Draft',
      edition: 'preview',
      capabilities: { forecasts: true },
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
      ...plan,
      slug: 'pay-as-you-go',
      name: 'Pay as you go',
      edition: 'standard',
      capabilities: { connectors: true },
      limits: { environments: 3 },
      marketplace: onMarketplace('mosaic', 'pay-as-you-go', flowRuns, computeHours),
    },
    {
      ...plan,
      slug: 'pay-as-you-go-aws',
      name: 'Pay as you go, on AWS',
      edition: 'standard',
      capabilities: { connectors: true },
      limits: { environments: 3 },
      marketplace: onAwsByUse(mosaicProductCodes.byUse, {
        ...flowRuns,
        intake: 'Events',
        aggregation: 'Sum',
      }),
    },
    {
      ...plan,
      slug: 'team-aws',
      name: 'Team, on AWS',
      edition: 'standard',
      licenceModel: 'Seats',
      billingModel: 'PerUser',
      capabilities: { connectors: true },
      limits: { environments: 3 },
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
      ...plan,
      slug: 'scribe-licences',
      name: 'Scribe, licences managed in the admin centre',
      edition: 'scribe',
      licenceModel: 'IdpManaged',
      billingModel: 'PerUser',
      capabilities: { templates: true, 'retention-rules': false },
      limits: { 'documents-per-month': 1_000 },
      serviceIdentifier: 'scribe-licences',
      marketplace: onMarketplace('scriptorium', 'scribe-licences'),
    },
    {
      ...plan,
      slug: 'quill-licences',
      name: 'Quill, not mapped yet',
      edition: 'scribe',
      licenceModel: 'IdpManaged',
      billingModel: 'PerUser',
      capabilities: { templates: true },
    },
    {
      ...plan,
      slug: 'archive-direct',
      name: 'Archive, by contract',
      edition: 'archive',
      capabilities: { templates: true, 'retention-rules': true },
      limits: { 'documents-per-month': 100_000 },
    },
  ],
};
