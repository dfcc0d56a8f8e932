import { Type } from 'typebox';
import { addCategory, changeCatalogue } from '../../../actions/catalogue/change-catalogue.ts';
import { removeCategory, renameCategory } from '../../../core/catalogue/edit.ts';
import { listCategories } from '../../../storage/catalogue/catalogue.ts';
import { findCatalogueRevision } from '../../../storage/catalogue/revisions.ts';
import { anySlug, jsonResponse } from '../../schemas.ts';
import { revisionHeaders, withRevision } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { noContent, uuid } from '../schemas.ts';
import { name, slug } from './schemas.ts';

const Category = Type.Object({ slug: Type.String(), name: Type.String() }, { $id: 'Category' });
const example = { slug: 'data', name: 'Data and integration' };
const path = '/workspaces/:workspaceId/categories';
const onePath = Type.Object({ workspaceId: uuid, category: anySlug() });

export const categoryRoutes = adminRoutes('Catalogue', (routes, context) => {
  routes.schemas(Category);
  const theCategory = jsonResponse('The category.', Type.Ref('Category'), example, revisionHeaders);

  routes.get(path, {
    access: 'read',
    operationId: 'listCategories',
    summary: 'List categories',
    responses: {
      200: jsonResponse(
        'All of them, by slug; their `ETag` is that of the whole catalogue.',
        Type.Object({ items: Type.Array(Type.Ref('Category')) }),
        { items: [example] },
        revisionHeaders,
      ),
    },
    handle: async ({ workspaceId }) => {
      const revision = await findCatalogueRevision(context.database, workspaceId);
      const items = await listCategories(context.database, workspaceId);
      return withRevision({ revision }, () => ({ items }));
    },
  });

  routes.post(path, {
    access: 'change:catalogue',
    operationId: 'addCategory',
    summary: 'Add a category',
    body: Type.Object({ slug, name }),
    responses: { 201: theCategory },
    handle: async ({ action, workspaceId, body }) => {
      const category = { slug: body.slug, name: body.name };
      return withRevision(await addCategory(action, workspaceId, category), () => category);
    },
  });

  routes.patch(`${path}/:category`, {
    access: 'change:catalogue',
    operationId: 'renameCategory',
    summary: 'Rename a category',
    params: onePath,
    isEdit: true,
    body: Type.Object({ name }),
    responses: { 200: theCategory },
    refusals: ['category.not_found'],
    handle: async ({ action, workspaceId, params, body, revision }) => {
      const { category } = params;
      return withRevision(
        await changeCatalogue(action, workspaceId, { revision }, renameCategory(category, body.name)),
        () => ({ slug: category, name: body.name }),
      );
    },
  });

  routes.delete(`${path}/:category`, {
    access: 'change:catalogue',
    operationId: 'removeCategory',
    summary: 'Remove a category without products',
    params: onePath,
    responses: noContent('Removed.'),
    refusals: ['category.not_found', 'catalogue.category_in_use'],
    handle: ({ action, workspaceId, params }) =>
      changeCatalogue(action, workspaceId, { revision: 'any' }, removeCategory(params.category)),
  });
});
