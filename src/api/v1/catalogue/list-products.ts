import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  type CatalogueQuery,
  catalogueEntry,
  listProducts,
  productTypes,
} from '../../../core/catalogue/catalogue.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { loadCatalogue } from '../../../storage/catalogue/catalogue.ts';
import { callerOf, type GuardContext, guard } from '../../authentication/guard.ts';
import type { ApiContext } from '../../context.ts';
import { sendTagged } from '../../http/headers.ts';
import { sendRefusal } from '../../http/problem.ts';
import {
  anySlug,
  conditionalHeaders,
  entityTagHeaders,
  header,
  jsonResponse,
  notModified,
  oneOf,
  refusals,
} from '../../schemas.ts';
import { catalogueProductExample } from './schemas.ts';

const path = '/api/v1/catalogue/products';

export const listProductsRoute =
  (context: GuardContext & Pick<ApiContext, 'publicUrl'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      path,
      {
        onRequest: guard(context, 'catalogue:read'),
        schema: {
          operationId: 'listProducts',
          summary: 'List the catalogue',
          description:
            'The published products that the API client may ask about, by slug: all of them, or with `limit` ' +
            'one page, whose `Link` header leads to the next. Needs the scope `catalogue:read` and, with a ' +
            'token, the app role `Catalogue.Read.All`.',
          tags: ['Catalogue'],
          headers: conditionalHeaders,
          querystring: Type.Object({
            category: Type.Optional(anySlug('Only products of this category (slug).')),
            type: Type.Optional(oneOf(productTypes)),
            limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
            after: Type.Optional(anySlug('Go on after the product with this slug.')),
          }),
          response: {
            200: jsonResponse(
              'Catalogue products, with editions in rank order and plans.',
              Type.Array(Type.Ref('CatalogueProduct')),
              [catalogueProductExample],
              {
                ...entityTagHeaders,
                Link: header('The next page, as `rel="next"`; absent on the last one.'),
              },
            ),
            ...notModified,
            ...refusals('request.validation_failed', 'api_client.scope_not_allowed', 'category.not_found'),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const catalogue = await loadCatalogue(context.database, client.workspaceId);
        const page = listProducts(catalogue, client, request.query);
        if (isRefusal(page)) return sendRefusal(reply, page);
        if (page.next !== null) reply.header('link', nextPage(context, request.query, page.next));
        return sendTagged(reply, JSON.stringify(page.products.map(catalogueEntry)));
      },
    );
  };

function nextPage(
  context: Pick<ApiContext, 'publicUrl'>,
  { category, type, limit }: CatalogueQuery,
  after: string,
): string {
  const query = new URLSearchParams();
  if (category !== undefined) query.set('category', category);
  if (type !== undefined) query.set('type', type);
  if (limit !== undefined) query.set('limit', String(limit));
  query.set('after', after);
  return `<${context.publicUrl}${path}?${query}>; rel="next"`;
}
