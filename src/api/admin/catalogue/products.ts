import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { addProduct } from '../../../actions/catalogue/add-product.ts';
import { changeProduct } from '../../../actions/catalogue/change-product.ts';
import { publicationStatuses } from '../../../core/catalogue/catalogue.ts';
import { editProduct, moveProduct, removeProduct } from '../../../core/catalogue/product-edit.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { listStoredProducts } from '../../../storage/catalogue/catalogue.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { oneOf } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { changeRefusals, readRefusals, workspacePath } from '../schemas.ts';
import { productChange, sendProduct } from './product-change.ts';
import { productSummary, productSummaryExample, productsPath, theProduct } from './product-view.ts';
import { given, productPath, productSettings, slug } from './schemas.ts';

const newProduct = Type.Object({
  slug,
  name: productSettings.name,
  types: productSettings.types,
  categories: Type.Optional(productSettings.categories),
  applicationUrl: Type.Optional(productSettings.applicationUrl),
});
const productChanges = Type.Partial(Type.Object(productSettings));

export const productRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      productsPath,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listProducts',
          summary: 'List products',
          tags: ['Catalogue'],
          params: workspacePath(),
          querystring: Type.Object({
            limit: pageQuery.limit,
            after: Type.Optional(
              Type.String({ maxLength: 64, description: 'The `next` of the page before.' }),
            ),
            status: Type.Optional(oneOf(publicationStatuses)),
          }),
          response: {
            200: pageAnswer(
              'Products of every status, by slug.',
              Type.Ref('ProductSummary'),
              productSummaryExample,
            ),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const { after, status } = request.query;
        const question = { after, status, limit: toRead };
        const products = await listStoredProducts(context.database, memberOf(request).workspaceId, question);
        return pageOf(products, limit, (product) => product.slug, productSummary);
      },
    );

    app.post(
      productsPath,
      {
        config: { access: 'change:catalogue' },
        schema: {
          operationId: 'addProduct',
          summary: 'Make a product',
          description:
            'It is a draft, without editions and plans: nobody else sees it before it is published.',
          tags: ['Catalogue'],
          params: workspacePath(),
          body: newProduct,
          response: { 201: theProduct, ...changeRefusals('product.not_found') },
        },
      },
      async (request, reply) => {
        const { slug: named, name, types, categories = [], applicationUrl = null } = request.body;
        const added = await addProduct(actionContext(context, request), memberOf(request).workspaceId, {
          slug: named,
          name,
          types,
          categories,
          applicationUrl,
          status: 'Draft',
          editions: [],
          plans: [],
        });
        if (isRefusal(added)) return sendRefusal(reply, added);
        return sendProduct(context, request, reply.code(201), named);
      },
    );

    app.get(
      `${productsPath}/:product`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readProduct',
          summary: 'One product: editions, plans, capabilities, limits, mappings',
          tags: ['Catalogue'],
          params: productPath(),
          response: { 200: theProduct, ...readRefusals('product.not_found') },
        },
      },
      async (request, reply) => sendProduct(context, request, reply, request.params.product),
    );

    productChange<Static<typeof productChanges>>(app, context, {
      method: 'PATCH',
      path: '',
      operationId: 'changeProduct',
      summary: 'Change a product',
      description:
        'What is left out stays. Another name is another answer for every tenant that has bought it: they are told.',
      body: productChanges,
      isBased: true,
      edit: (_, body) => editProduct(given(productSettings, body)),
    });
    for (const [verb, status] of [
      ['publish', 'Published'],
      ['archive', 'Archived'],
    ] as const) {
      productChange(app, context, {
        method: 'POST',
        path: `/${verb}`,
        operationId: `${verb}Product`,
        summary: verb === 'publish' ? 'Publish a product' : 'Archive a product',
        description:
          verb === 'publish'
            ? 'The catalogue shows it from now on, with its published plans.'
            : 'The catalogue does not show it until it is published again. Whoever has bought it keeps it.',
        isBased: true,
        refusals: ['catalogue.status_not_allowed'],
        edit: () => moveProduct(status),
      });
    }

    app.delete(
      `${productsPath}/:product`,
      {
        config: { access: 'change:catalogue' },
        schema: {
          operationId: 'removeProduct',
          summary: 'Remove a draft',
          description: 'With all that is in it. What was published can only be archived.',
          tags: ['Catalogue'],
          params: productPath(),
          response: {
            204: { type: 'null', description: 'It is gone.' },
            ...changeRefusals('product.not_found', 'catalogue.status_not_allowed'),
          },
        },
      },
      async (request, reply) => {
        const { product } = request.params;
        const removed = await changeProduct(
          actionContext(context, request),
          memberOf(request).workspaceId,
          { product, revision: 'any' },
          removeProduct,
        );
        if (isRefusal(removed)) return sendRefusal(reply, removed);
        return reply.code(204).send(null);
      },
    );
  };
