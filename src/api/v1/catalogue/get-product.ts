import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { catalogueEntry, findProduct } from '../../../core/catalogue/catalogue.ts';
import { isSlug } from '../../../core/identifiers.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { loadProduct } from '../../../storage/catalogue/catalogue.ts';
import { callerOf, type GuardContext, guard } from '../../authentication/guard.ts';
import { sendTagged } from '../../http/headers.ts';
import { sendRefusal } from '../../http/problem.ts';
import {
  anySlug,
  conditionalHeaders,
  entityTagHeaders,
  jsonResponse,
  notModified,
  refusals,
} from '../../schemas.ts';
import { catalogueProductExample } from './schemas.ts';

export const getProductRoute =
  (context: GuardContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/api/v1/catalogue/products/:productSlug',
      {
        onRequest: guard(context, 'catalogue:read'),
        schema: {
          operationId: 'getProduct',
          summary: 'Read one product',
          description:
            'Needs the scope `catalogue:read` and, with a token, the app role `Catalogue.Read.All`.',
          tags: ['Catalogue'],
          headers: conditionalHeaders,
          params: Type.Object({ productSlug: anySlug() }),
          response: {
            200: jsonResponse(
              'The product.',
              Type.Ref('CatalogueProduct'),
              catalogueProductExample,
              entityTagHeaders,
            ),
            ...notModified,
            ...refusals(
              'api_client.scope_not_allowed',
              'api_client.product_not_allowed',
              'product.not_found',
            ),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const slug = request.params.productSlug;
        const stored = isSlug(slug)
          ? await loadProduct(context.database, client.workspaceId, slug)
          : undefined;
        const product = findProduct(stored, client, slug);
        if (isRefusal(product)) return sendRefusal(reply, product);
        return sendTagged(reply, JSON.stringify(catalogueEntry(product)));
      },
    );
  };
