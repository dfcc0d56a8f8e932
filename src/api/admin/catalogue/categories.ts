import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { addCategory } from '../../../actions/catalogue/add-category.ts';
import { changeCatalogue } from '../../../actions/catalogue/change-catalogue.ts';
import { removeCategory, renameCategory } from '../../../core/catalogue/category-edit.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { listCategories } from '../../../storage/catalogue/catalogue.ts';
import { findCatalogueRevision } from '../../../storage/catalogue/revisions.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, anySlug } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { expectedRevision, ifMatchHeader, revisionHeaders, sendRevision } from '../precondition.ts';
import { changeRefusals, editRefusals, readRefusals, uuid, workspacePath } from '../schemas.ts';
import { name, slug } from './schemas.ts';

const Category = Type.Object({ slug: Type.String(), name: Type.String() }, { $id: 'Category' });
const example = { slug: 'data', name: 'Data and integration' };
const path = '/workspaces/:workspaceId/categories';
const onePath = Type.Object({ workspaceId: uuid, category: anySlug() });

export const categoryRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(Category);
    const theCategory = answer('The category.', Type.Ref('Category'), example, revisionHeaders);

    app.get(
      path,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listCategories',
          summary: 'List categories',
          tags: ['Catalogue'],
          params: workspacePath(),
          response: {
            200: answer(
              'All of them, by slug; their `ETag` is that of the whole catalogue.',
              Type.Object({ items: Type.Array(Type.Ref('Category')) }),
              { items: [example] },
              revisionHeaders,
            ),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const revision = await findCatalogueRevision(context.database, workspaceId);
        const items = await listCategories(context.database, workspaceId);
        return sendRevision(reply, { revision }, { items });
      },
    );

    app.post(
      path,
      {
        config: { access: 'change:catalogue' },
        schema: {
          operationId: 'addCategory',
          summary: 'Add a category',
          tags: ['Catalogue'],
          params: workspacePath(),
          body: Type.Object({ slug, name }),
          response: { 201: theCategory, ...changeRefusals() },
        },
      },
      async (request, reply) => {
        const { slug: named, name: called } = request.body;
        const category = { slug: named, name: called };
        const { workspaceId } = memberOf(request);
        const added = await addCategory(actionContext(context, request), workspaceId, category);
        if (isRefusal(added)) return sendRefusal(reply, added);
        return sendRevision(reply.code(201), added, category);
      },
    );

    app.patch(
      `${path}/:category`,
      {
        config: { access: 'change:catalogue' },
        schema: {
          operationId: 'renameCategory',
          summary: 'Rename a category',
          tags: ['Catalogue'],
          params: onePath,
          headers: ifMatchHeader,
          body: Type.Object({ name }),
          response: { 200: theCategory, ...editRefusals('category.not_found') },
        },
      },
      async (request, reply) => {
        const revision = expectedRevision(request);
        if (isRefusal(revision)) return sendRefusal(reply, revision);
        const { category } = request.params;
        const renamed = await changeCatalogue(
          actionContext(context, request),
          memberOf(request).workspaceId,
          { revision },
          renameCategory(category, request.body.name),
        );
        if (isRefusal(renamed)) return sendRefusal(reply, renamed);
        return sendRevision(reply, renamed, { slug: category, name: request.body.name });
      },
    );

    app.delete(
      `${path}/:category`,
      {
        config: { access: 'change:catalogue' },
        schema: {
          operationId: 'removeCategory',
          summary: 'Remove a category that has no products',
          tags: ['Catalogue'],
          params: onePath,
          response: {
            204: { type: 'null', description: 'It is gone.' },
            ...changeRefusals('category.not_found', 'catalogue.category_in_use'),
          },
        },
      },
      async (request, reply) => {
        const removed = await changeCatalogue(
          actionContext(context, request),
          memberOf(request).workspaceId,
          { revision: 'any' },
          removeCategory(request.params.category),
        );
        if (isRefusal(removed)) return sendRefusal(reply, removed);
        return reply.code(204).send(null);
      },
    );
  };
