import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { onMarketplace, plan } from './plan-parts.ts';

/** Per seat; also with identity provider licences, which are not connected yet. */
export const forum: ProductDefinition = {
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
      ...plan,
      slug: 'team-seats',
      name: 'Team, per seat',
      edition: 'team',
      licenceModel: 'Seats',
      billingModel: 'PerUser',
      capabilities: { polls: true, 'guest-access': false },
      limits: { 'upload-megabytes': 100 },
      marketplace: onMarketplace('forum', 'team-seats'),
    },
    {
      ...plan,
      slug: 'company-seats',
      name: 'Company, per seat',
      edition: 'company',
      licenceModel: 'Seats',
      billingModel: 'PerUser',
      capabilities: { polls: true, 'guest-access': true },
      limits: { 'upload-megabytes': 2_000 },
      marketplace: onMarketplace('forum', 'company-seats'),
    },
    {
      ...plan,
      slug: 'company-licences',
      name: 'Company, licences managed in the admin centre',
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
