import type { TSchema } from 'typebox';
import { changeProduct } from '../../../actions/catalogue/change-catalogue.ts';
import type { ProductEdit } from '../../../core/catalogue/product-edit.ts';
import { isRefusal, type RefusalCode, refuse } from '../../../core/refusal.ts';
import { loadProduct, type StoredProduct } from '../../../storage/catalogue/catalogue.ts';
import { findLogoFacts } from '../../../storage/catalogue/logos.ts';
import type { AdminContext } from '../admin-context.ts';
import { withRevision } from '../response.ts';
import type { Routes } from '../routes.ts';
import { logoView, productsPath, productView, theProduct } from './product-view.ts';
import { productPath } from './schemas.ts';

/** A route that changes a part of a product and answers with the whole product. */
export interface ProductChange<Body> {
  readonly method: 'post' | 'patch' | 'put' | 'delete';
  /** Below the product; its parts are slugs. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly body?: TSchema;
  /** Whether the route takes `If-Match`. */
  readonly isBased: boolean;
  readonly refusals?: readonly RefusalCode[];
  edit(parameters: Readonly<Record<string, string>>, body: Body): ProductEdit;
}

export function productChange<Body>(
  routes: Routes,
  context: AdminContext,
  { method, path, edit, isBased, refusals = [], ...schema }: ProductChange<Body>,
): void {
  const parts = [...path.matchAll(/:(\w+)/g)].map(([, part = '']) => part);
  const isNew = method === 'post' && !isBased;
  routes[method](`${productsPath}/:product${path}`, {
    ...schema,
    access: 'change:catalogue',
    params: productPath(...parts),
    isEdit: isBased,
    responses: { [isNew ? 201 : 200]: theProduct },
    refusals: ['product.not_found', ...refusals],
    handle: async (request) => {
      const parameters = request.params as Readonly<Record<string, string>>;
      const { product = '' } = parameters;
      const { action, workspaceId } = request;
      const revision = isBased ? request.revision : 'any';
      const changes = edit(parameters, request.body as Body);
      const { reason } = (request.body ?? {}) as { reason?: string };
      const changed = await changeProduct(action, workspaceId, { product, revision }, changes, { reason });
      return isRefusal(changed) ? changed : readProduct(context, workspaceId, product);
    },
  });
}

/** The whole product with its `ETag`. */
export async function readProduct({ database }: AdminContext, workspaceId: string, slug: string) {
  const product = await loadProduct(database, workspaceId, slug);
  const logo = product && (await findLogoFacts(database, { workspaceId, productId: product.productId }));
  const view = (found: StoredProduct) => ({
    ...productView(found),
    logo: logo ? logoView({ workspaceId, productId: found.productId }, logo) : null,
  });
  return withRevision(product ?? refuse('product.not_found', { product: slug }), view);
}
