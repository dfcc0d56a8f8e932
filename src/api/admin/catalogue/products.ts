import { type Static, Type } from 'typebox';
import { addProduct, changeProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { publicationStatuses } from '../../../core/catalogue/catalogue.ts';
import { absentMeanings, labelLengths, mergeLabels, noLabels } from '../../../core/catalogue/labels.ts';
import type { ProductDefinition } from '../../../core/catalogue/product-definition.ts';
import { editProduct, moveProduct, removeProduct } from '../../../core/catalogue/product-edit.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { listStoredProducts, loadProductTotal, productOrder } from '../../../storage/catalogue/catalogue.ts';
import { oneOf } from '../../schemas.ts';
import { countedPageResponse, searchFor } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { given, noContent, nullable } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { addNewPlan, firstPlan } from './editions-and-plans.ts';
import { productChange, readProduct } from './product-change.ts';
import { productSummary, productSummaryExample, productsPath, theProduct } from './product-view.ts';
import { maxEntries, productPath, productSettings, reason, reasonOnly, slug } from './schemas.ts';

const text = (maxLength: number) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength }));

const label = {
  name: text(labelLengths.name),
  description: text(labelLengths.description),
  isHidden: Type.Optional(
    Type.Boolean({ description: 'Whether the pages of customers leave it out. Default: false.' }),
  ),
};
const limitLabel = {
  ...label,
  unit: text(labelLengths.unit),
  absentMeans: Type.Optional(nullable.oneOf(absentMeanings)),
};

/** A patch of a product's labels. */
const labelChanges = Type.Object(
  {
    capabilities: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Object(label), Type.Null()]), {
        maxProperties: maxEntries,
      }),
    ),
    limits: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Object(limitLabel), Type.Null()]), {
        maxProperties: maxEntries,
      }),
    ),
  },
  {
    description:
      'Texts for display, by the names that plans use. Each given label replaces the existing one, null removes it, others stay.',
  },
);

const newProduct = Type.Object({
  slug,
  name: productSettings.name,
  types: productSettings.types,
  categories: Type.Optional(productSettings.categories),
  applicationUrl: Type.Optional(productSettings.applicationUrl),
  supportContact: Type.Optional(productSettings.supportContact),
  accentColour: Type.Optional(productSettings.accentColour),
  plan: Type.Optional(firstPlan),
  labels: Type.Optional(labelChanges),
});
const editable = { ...productSettings, labels: labelChanges };
const productChanges = Type.Object({ ...Type.Partial(Type.Object(editable)).properties, reason });

export const productRoutes = adminRoutes('Catalogue', (routes, context) => {
  routes.get(productsPath, {
    access: 'read',
    operationId: 'listProducts',
    summary: 'List products',
    querystring: Type.Object({
      ...sortedQuery(productOrder),
      status: Type.Optional(oneOf(publicationStatuses)),
      search: searchFor('Part of a name or slug.'),
    }),
    responses: {
      200: countedPageResponse(
        'Products of every status, by slug unless sorted otherwise.',
        Type.Ref('ProductSummary'),
        productSummaryExample,
      ),
    },
    handle: ({ workspaceId, query }) => {
      const { status, search } = query;
      return readSortedPage(query, {
        order: productOrder,
        read: (page) => listStoredProducts(context.database, workspaceId, { ...page, status, search }),
        count: () => loadProductTotal(context.database, workspaceId, { status, search }),
        viewOf: productSummary,
      });
    },
  });

  routes.post(productsPath, {
    access: 'change:catalogue',
    operationId: 'addProduct',
    summary: 'Add a product',
    description:
      'The product is a draft; the catalogue does not show it before it is published. With `plan` it begins with this plan, in ' +
      'the edition `standard`, otherwise without editions and plans.',
    body: newProduct,
    responses: { 201: theProduct },
    refusals: ['product.not_found'],
    handle: async ({ action, workspaceId, body }) => {
      const { slug: named, name, types, categories = [], plan, labels } = body;
      const { applicationUrl = null, supportContact = null, accentColour = null } = body;
      const empty: ProductDefinition = {
        slug: named,
        name,
        types,
        categories,
        applicationUrl,
        supportContact,
        accentColour,
        status: 'Draft',
        editions: [],
        plans: [],
        ...(labels && { labels: mergeLabels(noLabels, labels) }),
      };
      const edited = plan ? addNewPlan(plan)(empty) : { product: empty };
      if (isRefusal(edited)) return edited;
      const added = await addProduct(action, workspaceId, edited.product ?? empty);
      if (isRefusal(added)) return added;
      return readProduct(context, workspaceId, named);
    },
  });

  routes.get(`${productsPath}/:product`, {
    access: 'read',
    operationId: 'readProduct',
    summary: 'Read a product with editions, plans, capabilities, limits and mappings',
    params: productPath(),
    responses: { 200: theProduct },
    refusals: ['product.not_found'],
    handle: ({ workspaceId, params }) => readProduct(context, workspaceId, params.product),
  });

  productChange<Static<typeof productChanges>>(routes, context, {
    method: 'patch',
    path: '',
    operationId: 'changeProduct',
    summary: 'Change a product',
    description:
      'Omitted members stay unchanged. A new name changes the entitlement of every tenant that bought it: they get `entitlement.changed`.',
    body: productChanges,
    isBased: true,
    edit: (_, body) => editProduct(given(editable, body)),
  });
  for (const [verb, status] of [
    ['publish', 'Published'],
    ['archive', 'Archived'],
  ] as const) {
    productChange(routes, context, {
      method: 'post',
      path: `/${verb}`,
      operationId: `${verb}Product`,
      summary: verb === 'publish' ? 'Publish a product' : 'Archive a product',
      description:
        verb === 'publish'
          ? 'The catalogue shows the product with its published plans from now on.'
          : 'The catalogue does not show the product until it is published again. Existing subscriptions keep it.',
      body: reasonOnly,
      isBased: true,
      refusals: ['catalogue.status_not_allowed'],
      edit: () => moveProduct(status),
    });
  }

  routes.delete(`${productsPath}/:product`, {
    access: 'change:catalogue',
    operationId: 'removeProduct',
    summary: 'Remove a draft product',
    description: 'Including its editions and plans. A published product can only be archived.',
    params: productPath(),
    responses: noContent('Removed.'),
    refusals: ['product.not_found', 'catalogue.status_not_allowed'],
    handle: ({ action, workspaceId, params }) => {
      const { product } = params;
      return changeProduct(action, workspaceId, { product, revision: 'any' }, removeProduct);
    },
  });
});
