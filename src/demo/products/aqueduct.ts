import type { MeterDimension } from '../../core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { computeHours, onMarketplace, plan } from './plan-parts.ts';

const rowsMoved: MeterDimension = { id: 'rows-moved', name: 'Rows moved', unit: 'million rows' };
/** Fed by events of many instances; only what exceeds the included quantity is reported. */
const apiCalls = (included: number): MeterDimension => ({
  id: 'api-calls',
  name: 'API calls',
  unit: 'thousand calls',
  intake: 'Events',
  aggregation: 'Sum',
  included: { quantity: included, per: 'Month' },
});

/** Nothing of it is used by the history, so that reservations against the limit can be tried. */
export const limitedRequests: MeterDimension = {
  id: 'ai-requests',
  name: 'AI requests',
  unit: 'request',
  intake: 'Events',
  aggregation: 'Sum',
  limit: { quantity: 20, per: 'Month', action: 'Deny' },
};

/** Tenant-wide and flat-rate, with meters; one plan is archived. */
export const aqueduct: ProductDefinition = {
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
  editions: [
    { slug: 'basic', name: 'Basic', rank: 10 },
    { slug: 'standard', name: 'Standard', rank: 20 },
    { slug: 'enterprise', name: 'Enterprise', rank: 30 },
  ],
  plans: [
    {
      ...plan,
      slug: 'basic-monthly',
      name: 'Basic, monthly',
      edition: 'basic',
      capabilities: { scheduling: true, 'private-links': false, 'audit-trail': false },
      limits: { pipelines: 5 },
      marketplace: onMarketplace('aqueduct', 'basic-monthly'),
    },
    {
      ...plan,
      slug: 'standard-monthly',
      name: 'Standard, monthly',
      edition: 'standard',
      capabilities: { scheduling: true, 'private-links': true, 'audit-trail': false },
      limits: { pipelines: 25 },
      marketplace: onMarketplace('aqueduct', 'standard-monthly', rowsMoved, apiCalls(100), limitedRequests),
    },
    {
      ...plan,
      slug: 'enterprise-yearly',
      name: 'Enterprise, yearly',
      edition: 'enterprise',
      capabilities: { scheduling: true, 'private-links': true, 'audit-trail': true },
      limits: { pipelines: 500 },
      marketplace: onMarketplace('aqueduct', 'enterprise-yearly', rowsMoved, computeHours, apiCalls(250)),
    },
    {
      ...plan,
      slug: 'basic-2023',
      name: 'Basic (2023)',
      status: 'Archived',
      edition: 'basic',
      capabilities: { scheduling: true },
      limits: { pipelines: 3 },
      marketplace: onMarketplace('aqueduct', 'basic-2023'),
    },
  ],
};
