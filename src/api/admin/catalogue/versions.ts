import { type Static, Type } from 'typebox';
import { restoreProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { previewImpact } from '../../../actions/catalogue/preview-impact.ts';
import { restoreVersion } from '../../../core/catalogue/restore.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../../core/refusal.ts';
import { loadProduct } from '../../../storage/catalogue/catalogue.ts';
import {
  findProductVersion,
  listProductVersions,
  loadProductVersionTotal,
  productVersionOrder,
} from '../../../storage/catalogue/product-versions.ts';
import { anySlug } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { impactResponse, theImpact } from './impact-view.ts';
import { readProduct } from './product-change.ts';
import { productsPath, theProduct } from './product-view.ts';
import { productPath, reason } from './schemas.ts';
import { ProductVersion, theVersion, versionContent, versionExample, versionViews } from './version-view.ts';

const path = `${productsPath}/:product/versions` as const;
const onePath = Type.Object({
  ...productPath().properties,
  revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});
const part = {
  plan: Type.Optional(anySlug('Restores this plan only, without its mappings.')),
  mappingId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Restores this mapping only; an id that the version has.' }),
  ),
};
const partOnly = Type.Object(part);

/** The versions of a product, and their restoration. */
export const versionRoutes = adminRoutes('Catalogue', (routes, context) => {
  routes.schemas(ProductVersion);
  const { database } = context;

  const findVersion = async (workspaceId: string, slug: string, revision: number) => {
    const product = await loadProduct(database, workspaceId, slug);
    if (!product) return refuse('product.not_found', { product: slug });
    const { productId } = product;
    const version = await findProductVersion(database, { workspaceId, productId }, revision);
    return version ? { revision, ...version } : refuseUnknown('revision', 'version of the product');
  };

  routes.get(path, {
    access: 'read',
    operationId: 'listProductVersions',
    summary: 'List versions of a product',
    description:
      'Every change of the product, its editions, plans and mappings makes a version. The newest 100 are kept.',
    params: productPath(),
    querystring: Type.Object({
      ...sortedQuery(productVersionOrder),
      plan: Type.Optional(anySlug('The versions that changed this plan or its mappings, and the first one.')),
    }),
    responses: { 200: countedPageResponse('Versions.', Type.Ref('ProductVersion'), versionExample) },
    refusals: ['product.not_found'],
    handle: async ({ workspaceId, params, query }) => {
      const product = await loadProduct(database, workspaceId, params.product);
      if (!product) return refuse('product.not_found', { product: params.product });
      const { productId, slug, createdAt } = product;
      const filter = { workspaceId, productId, product: slug, createdAt, plan: query.plan };
      const page = await readSortedPage(query, {
        order: productVersionOrder,
        read: (place) => listProductVersions(database, filter, place),
        count: () => loadProductVersionTotal(database, filter),
        viewOf: (version) => version,
      });
      if (isRefusal(page)) return page;
      const of = { workspaceId, product: slug, current: product.revision };
      return { ...page, items: await versionViews(database, of, page.items) };
    },
  });

  routes.get(`${path}/:revision`, {
    access: 'read',
    operationId: 'readProductVersion',
    summary: 'Read a version of a product',
    params: onePath,
    responses: { 200: theVersion },
    refusals: ['product.not_found'],
    handle: async ({ workspaceId, params }) => {
      const version = await findVersion(workspaceId, params.product, params.revision);
      if (isRefusal(version)) return version;
      const { revision, recordedAt, definition } = version;
      return { revision, recordedAt, product: versionContent(definition) };
    },
  });

  routes.post(`${path}/:revision/impact`, {
    access: 'change:catalogue',
    operationId: 'previewRestore',
    summary: 'Preview the restoration of a version',
    description: 'The body is that of the restoration. Changes nothing.',
    params: onePath,
    body: partOnly,
    responses: { 200: theImpact },
    refusals: ['product.not_found', 'plan.not_found', 'catalogue.restore_not_possible'],
    handle: async ({ workspaceId, params, body }) => {
      const unclear = refuseTwoParts(body);
      if (unclear) return unclear;
      const version = await findVersion(workspaceId, params.product, params.revision);
      if (isRefusal(version)) return version;
      const now = context.clock.now();
      const { plan, mappingId } = body;
      const edit = restoreVersion(params.product, version, { plan, mappingId }, now);
      return impactResponse(await previewImpact(database, workspaceId, edit, now));
    },
  });

  routes.post(`${path}/:revision/restore`, {
    access: 'change:catalogue',
    operationId: 'restoreProduct',
    summary: 'Restore a version of a product',
    description:
      'Makes the product, or one plan or mapping of it, as it was: an edit like any other, with the same rules. Plans that ' +
      'were added since are archived, drafts among them removed; what was a draft then and is published since stays ' +
      'published. The logo is no part of a version. Without a difference nothing is changed.',
    params: onePath,
    isEdit: true,
    body: Type.Object({ ...part, reason }),
    responses: { 200: theProduct },
    refusals: ['product.not_found', 'plan.not_found', 'catalogue.restore_not_possible'],
    handle: async ({ action, workspaceId, params, body, revision }) => {
      const unclear = refuseTwoParts(body);
      if (unclear) return unclear;
      const { product } = params;
      const version = await findVersion(workspaceId, product, params.revision);
      if (isRefusal(version)) return version;
      const { plan, mappingId, reason: given } = body;
      const restored = await restoreProduct(action, workspaceId, { product, revision }, version, {
        plan,
        mappingId,
        reason: given,
      });
      return isRefusal(restored) ? restored : readProduct(context, workspaceId, product);
    },
  });
});

function refuseTwoParts({ plan, mappingId }: Static<typeof partOnly>): Refusal | undefined {
  if (plan === undefined || mappingId === undefined) return undefined;
  const message = 'cannot be combined with plan: a mapping is restored with the plan that it had';
  return refuseInvalid([{ path: 'mappingId', rule: 'choice', message }]);
}
