import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { changeProduct } from '../../../actions/catalogue/change-product.ts';
import type { ProductEdit } from '../../../core/catalogue/product-edit.ts';
import { isRefusal, type RefusalCode, refuse } from '../../../core/refusal.ts';
import { loadProduct } from '../../../storage/catalogue/catalogue.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { actionContext, memberOf } from '../access.ts';
import { expectedRevision, ifMatchHeader, sendRevision } from '../precondition.ts';
import { changeRefusals, editRefusals } from '../schemas.ts';
import { productsPath, productView, theProduct } from './product-view.ts';
import { productPath } from './schemas.ts';

/** A route that changes something of a product, and answers with the whole of it. */
export interface ProductChange<Body> {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the product; its parts are slugs. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly body?: TSchema;
  /** Whether it edits what somebody has read, and so says which revision that was. */
  readonly isBased: boolean;
  readonly refusals?: readonly RefusalCode[];
  edit(parameters: Readonly<Record<string, string>>, body: Body): ProductEdit;
}

export function productChange<Body>(
  app: FastifyInstance,
  context: ApiContext,
  route: ProductChange<Body>,
): void {
  const parts = [...route.path.matchAll(/:(\w+)/g)].map(([, part = '']) => part);
  const own = ['product.not_found', ...(route.refusals ?? [])] as const;
  const isNew = route.method === 'POST' && !route.isBased;
  app.route({
    method: route.method,
    url: `${productsPath}/:product${route.path}`,
    config: { access: 'change:catalogue' },
    schema: {
      operationId: route.operationId,
      summary: route.summary,
      ...(route.description && { description: route.description }),
      tags: ['Catalogue'],
      params: productPath(...parts),
      ...(route.isBased && { headers: ifMatchHeader }),
      ...(route.body && { body: route.body }),
      response: {
        [isNew ? 201 : 200]: theProduct,
        ...(route.isBased ? editRefusals(...own) : changeRefusals(...own)),
      },
    },
    handler: async (request, reply) => {
      const revision = route.isBased ? expectedRevision(request) : 'any';
      if (isRefusal(revision)) return sendRefusal(reply, revision);
      const parameters = request.params as Readonly<Record<string, string>>;
      const { product = '' } = parameters;
      const { workspaceId } = memberOf(request);
      const changed = await changeProduct(
        actionContext(context, request),
        workspaceId,
        { product, revision },
        route.edit(parameters, request.body as Body),
      );
      if (isRefusal(changed)) return sendRefusal(reply, changed);
      return sendProduct(context, request, reply.code(isNew ? 201 : 200), product);
    },
  });
}

/** Answers with the whole product, and the revision that a change of it is based on. */
export async function sendProduct(
  { database }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  slug: string,
): Promise<FastifyReply> {
  const product = await loadProduct(database, memberOf(request).workspaceId, slug);
  if (!product) return sendRefusal(reply, refuse('product.not_found', { product: slug }));
  return sendRevision(reply, product, productView(product));
}
