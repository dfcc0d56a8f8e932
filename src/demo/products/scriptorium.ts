import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { onMarketplace } from './marketplace-mapping.ts';

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
