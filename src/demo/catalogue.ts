import type { Category, MarketplaceMapping, MeterDimension } from '../core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../core/catalogue/product-definition.ts';

export const demoCategories: readonly Category[] = [
  { slug: 'automation', name: 'Automation' },
  { slug: 'collaboration', name: 'Collaboration' },
  { slug: 'data', name: 'Data and integration' },
  { slug: 'documents', name: 'Documents' },
];

const threeEditions = [
  { slug: 'basic', name: 'Basic', rank: 10 },
  { slug: 'standard', name: 'Standard', rank: 20 },
  { slug: 'enterprise', name: 'Enterprise', rank: 30 },
] as const;

const rowsMoved: MeterDimension = { id: 'rows-moved', name: 'Rows moved', unit: 'million rows' };
const computeHours: MeterDimension = { id: 'compute-hours', name: 'Compute hours', unit: 'hour' };
/** Fed by events of many instances; only what exceeds the included quantity is reported. */
const apiCalls = (included: number): MeterDimension => ({
  id: 'api-calls',
  name: 'API calls',
  unit: 'thousand calls',
  intake: 'Events',
  aggregation: 'Sum',
  included: { quantity: included, per: 'Month' },
});
const flowRuns: MeterDimension = { id: 'flow-runs', name: 'Flow runs', unit: 'thousand runs' };

function onMarketplace(
  offerId: string,
  planId: string,
  ...dimensions: MeterDimension[]
): MarketplaceMapping[] {
  return [{ sourceName: 'Microsoft Marketplace', offerId, planId, dimensions }];
}

/** Tenant-wide and flat-rate, with meters; one plan is archived. */
const aqueduct: ProductDefinition = {
  slug: 'aqueduct',
  name: 'Aqueduct',
  status: 'Published',
  types: ['WebApp'],
  applicationUrl: 'https://example.com/aqueduct',
  labels: {
    capabilities: {
      'audit-trail': { name: 'Audit trail', description: 'Who changed which pipeline, kept for a year.' },
      'private-links': { name: 'Private links', description: 'Data never crosses the public internet.' },
      scheduling: { name: 'Scheduling' },
    },
    limits: { pipelines: { name: 'Pipelines', absentMeans: 'Unlimited' } },
  },
  categories: ['data'],
  editions: threeEditions,
  plans: [
    {
      slug: 'basic-monthly',
      name: 'Basic, monthly',
      status: 'Published',
      edition: 'basic',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { scheduling: true, 'private-links': false, 'audit-trail': false },
      limits: { pipelines: 5 },
      serviceIdentifier: null,
      marketplace: onMarketplace('aqueduct', 'basic-monthly'),
    },
    {
      slug: 'standard-monthly',
      name: 'Standard, monthly',
      status: 'Published',
      edition: 'standard',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { scheduling: true, 'private-links': true, 'audit-trail': false },
      limits: { pipelines: 25 },
      serviceIdentifier: null,
      marketplace: onMarketplace('aqueduct', 'standard-monthly', rowsMoved, apiCalls(100)),
    },
    {
      slug: 'enterprise-yearly',
      name: 'Enterprise, yearly',
      status: 'Published',
      edition: 'enterprise',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { scheduling: true, 'private-links': true, 'audit-trail': true },
      limits: { pipelines: 500 },
      serviceIdentifier: null,
      marketplace: onMarketplace('aqueduct', 'enterprise-yearly', rowsMoved, computeHours, apiCalls(250)),
    },
    {
      slug: 'basic-2023',
      name: 'Basic (2023)',
      status: 'Archived',
      edition: 'basic',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { scheduling: true },
      limits: { pipelines: 3 },
      serviceIdentifier: null,
      marketplace: onMarketplace('aqueduct', 'basic-2023'),
    },
  ],
};

/** Per seat; also with identity provider licences, which are not connected yet. */
const forum: ProductDefinition = {
  slug: 'forum',
  name: 'Forum',
  status: 'Published',
  types: ['TeamsApp', 'WebApp'],
  applicationUrl: 'https://example.com/forum',
  supportContact: 'help@arcadia.example',
  accentColour: '#7a3e9d',
  labels: {
    capabilities: {
      polls: { name: 'Polls' },
      'guest-access': { name: 'Guest access', description: 'Invite people from outside the organisation.' },
    },
    limits: {
      'upload-megabytes': { name: 'Upload size', description: 'The largest file of a post.', unit: 'MB' },
    },
  },
  categories: ['collaboration'],
  editions: [
    { slug: 'team', name: 'Team', rank: 10 },
    { slug: 'company', name: 'Company', rank: 20 },
  ],
  plans: [
    {
      slug: 'team-seats',
      name: 'Team, per seat',
      status: 'Published',
      edition: 'team',
      licenceModel: 'Seats',
      billingModel: 'PerUser',
      capabilities: { polls: true, 'guest-access': false },
      limits: { 'upload-megabytes': 100 },
      serviceIdentifier: null,
      marketplace: onMarketplace('forum', 'team-seats'),
    },
    {
      slug: 'company-seats',
      name: 'Company, per seat',
      status: 'Published',
      edition: 'company',
      licenceModel: 'Seats',
      billingModel: 'PerUser',
      capabilities: { polls: true, 'guest-access': true },
      limits: { 'upload-megabytes': 2_000 },
      serviceIdentifier: null,
      marketplace: onMarketplace('forum', 'company-seats'),
    },
    {
      slug: 'company-licences',
      name: 'Company, licences managed in the admin centre',
      status: 'Published',
      edition: 'company',
      licenceModel: 'IdpManaged',
      billingModel: 'PerUser',
      capabilities: { polls: true, 'guest-access': true },
      limits: { 'upload-megabytes': 2_000 },
      serviceIdentifier: 'company-licences',
      marketplace: onMarketplace('forum', 'company-licences'),
    },
  ],
};

/** Identity provider licences, with and without a mapping, and a plan that is not sold on the marketplace. */
const scriptorium: ProductDefinition = {
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

const mosaic: ProductDefinition = {
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
  ],
};

/** A draft, which the catalogue API does not list. */
const augur: ProductDefinition = {
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

export const demoProducts: readonly ProductDefinition[] = [aqueduct, forum, scriptorium, mosaic, augur];

/** The other partner has one product of its own, and one with the same slug as ours. */
export const otherProducts: readonly ProductDefinition[] = [
  {
    slug: 'lantern',
    name: 'Lantern',
    status: 'Published',
    types: ['WebApp'],
    categories: [],
    editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
    plans: [
      {
        slug: 'monthly',
        name: 'Monthly',
        status: 'Published',
        edition: 'standard',
        licenceModel: 'TenantWide',
        billingModel: 'FlatRate',
        capabilities: { alerts: true },
        limits: { watches: 50 },
        serviceIdentifier: null,
        marketplace: onMarketplace('lantern', 'monthly'),
      },
    ],
  },
  {
    slug: 'forum',
    name: 'Borealis Forum',
    status: 'Published',
    types: ['WebApp'],
    categories: [],
    editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
    plans: [
      {
        slug: 'free',
        name: 'Free',
        status: 'Published',
        edition: 'standard',
        licenceModel: 'TenantWide',
        billingModel: 'FlatRate',
        capabilities: { polls: false },
        limits: {},
        serviceIdentifier: null,
        marketplace: [],
      },
    ],
  },
];
