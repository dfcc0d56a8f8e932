import { Type } from 'typebox';
import {
  dimensionEntry,
  plansInOrder,
  productTypes,
  publicationStatuses,
} from '../../../core/catalogue/catalogue.ts';
import { labelsView } from '../../../core/catalogue/labels.ts';
import { logoMediaTypes } from '../../../core/catalogue/product-brand.ts';
import type { StoredProduct } from '../../../storage/catalogue/catalogue.ts';
import type { LogoFacts } from '../../../storage/catalogue/logos.ts';
import type { ProductKey } from '../../../storage/catalogue/product-writes.ts';
import { logoPath } from '../../pages/brand.ts';
import { jsonResponse, labelsExample, oneOf, ProductLabels } from '../../schemas.ts';
import { revisionHeaders } from '../response.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import { dimensionExample, mappingSettings, planSettings, productSettings, rank } from './schemas.ts';

export const productsPath = '/workspaces/:workspaceId/products';

const NamedBySlug = Type.Object({ slug: Type.String(), name: Type.String() });
const status = oneOf(publicationStatuses);

/** One product with everything that its matrix of plans shows. */
export const Product = Type.Object(
  {
    productId: uuid,
    slug: Type.String(),
    ...productSettings,
    logo: nullable.object(
      {
        url: Type.String({ description: 'The path of the image, public.' }),
        mediaType: oneOf(logoMediaTypes),
        bytes: Type.Integer(),
      },
      'Shown on the pages of customers; not part of the catalogue file.',
    ),
    status,
    categories: Type.Array(NamedBySlug),
    editions: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), rank }), {
      description: 'Lowest rank first.',
    }),
    plans: Type.Array(
      Type.Object({
        slug: Type.String(),
        status,
        ...planSettings,
        marketplace: Type.Array(Type.Object({ mappingId: uuid, ...mappingSettings })),
      }),
      { description: "Of every status, in the order of their editions' ranks, then by slug." },
    ),
    labels: ProductLabels,
    capabilities: Type.Array(Type.String(), { description: 'The names that occur in any plan, sorted.' }),
    limits: Type.Array(Type.String(), { description: 'The names that occur in any plan, sorted.' }),
    createdAt: instant,
  },
  { $id: 'Product' },
);

/** As a version has it. */
export const versionContentExample = {
  slug: 'aqueduct',
  name: 'Aqueduct',
  status: 'Published',
  types: ['WebApp'],
  categories: ['data'],
  applicationUrl: 'https://aqueduct.example',
  supportContact: 'help@aqueduct.example',
  accentColour: '#1a5fb4',
  editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
  plans: [
    {
      slug: 'standard-monthly',
      name: 'Standard, monthly',
      status: 'Published',
      edition: 'standard',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { export: true, audit: false },
      limits: { projects: 20 },
      serviceIdentifier: null,
      marketplace: [
        {
          mappingId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c2',
          sourceName: 'Marketplace',
          offerId: 'aqueduct-offer',
          planId: 'standard',
          dimensions: [dimensionExample],
        },
      ],
    },
  ],
  labels: labelsExample,
};

const productExample = {
  ...versionContentExample,
  productId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c1',
  categories: [{ slug: 'data', name: 'Data and integration' }],
  logo: null,
  capabilities: ['audit', 'export'],
  limits: ['projects'],
  createdAt: '2026-11-15T09:00:00.000Z',
};

export function logoView(product: ProductKey, { mediaType, bytes, changedAt }: LogoFacts) {
  return { url: logoPath(product, changedAt), mediaType, bytes };
}

export function productView(product: StoredProduct) {
  const named = (maps: readonly object[]) => [...new Set(maps.flatMap(Object.keys))].sort();
  return {
    productId: product.productId,
    slug: product.slug,
    name: product.name,
    status: product.status,
    types: [...product.types],
    categories: [...product.categories],
    applicationUrl: product.applicationUrl,
    supportContact: product.supportContact,
    accentColour: product.accentColour,
    editions: product.editions.map(({ slug, name, rank: height }) => ({ slug, name, rank: height })),
    plans: plansInOrder(product).map((plan) => ({
      slug: plan.slug,
      name: plan.name,
      status: plan.status,
      edition: plan.edition,
      licenceModel: plan.licenceModel,
      billingModel: plan.billingModel,
      capabilities: plan.capabilities,
      limits: plan.limits,
      serviceIdentifier: plan.serviceIdentifier,
      marketplace: plan.marketplace.map((mapping) => ({
        ...mapping,
        dimensions: mapping.dimensions.map(dimensionEntry),
      })),
    })),
    labels: labelsView(product.labels),
    capabilities: named(product.plans.map(({ capabilities }) => capabilities)),
    limits: named(product.plans.map(({ limits }) => limits)),
    createdAt: product.createdAt,
  };
}

export const theProduct = jsonResponse(
  'The whole product. Its `ETag` counts every change of it, its editions, plans and mappings.',
  Type.Ref('Product'),
  productExample,
  revisionHeaders,
);

/** One line of the list of products. */
export const ProductSummary = Type.Object(
  {
    productId: uuid,
    slug: Type.String(),
    name: Type.String(),
    status,
    types: Type.Array(oneOf(productTypes)),
    categories: Type.Array(NamedBySlug),
    editions: Type.Integer({ description: 'The number of editions.' }),
    plans: Type.Object(
      { Draft: Type.Integer(), Published: Type.Integer(), Archived: Type.Integer() },
      { description: 'The number of plans by status.' },
    ),
    createdAt: instant,
  },
  { $id: 'ProductSummary' },
);

export const productSummaryExample = {
  productId: productExample.productId,
  slug: 'aqueduct',
  name: 'Aqueduct',
  status: 'Published',
  types: ['WebApp'],
  categories: productExample.categories,
  editions: 1,
  plans: { Draft: 0, Published: 1, Archived: 0 },
  createdAt: productExample.createdAt,
};

export function productSummary(product: StoredProduct) {
  const { productId, slug, name, types, categories, editions, plans, createdAt } = product;
  const count = (status: string) => plans.filter((plan) => plan.status === status).length;
  return {
    productId,
    slug,
    name,
    status: product.status,
    types: [...types],
    categories: [...categories],
    editions: editions.length,
    plans: { Draft: count('Draft'), Published: count('Published'), Archived: count('Archived') },
    createdAt,
  };
}
