import { type Static, Type } from 'typebox';
import { previewImpact } from '../../../actions/catalogue/preview-impact.ts';
import { withProduct } from '../../../core/catalogue/edit.ts';
import {
  editEdition,
  editInOrder,
  editPlan,
  editProduct,
  movePlan,
  moveProduct,
  orderEditions,
  type ProductEdit,
} from '../../../core/catalogue/product-edit.ts';
import type { RefusalCode } from '../../../core/refusal.ts';
import { oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { given } from '../schemas.ts';
import { impactResponse, theImpact } from './impact-view.ts';
import { productsPath } from './product-view.ts';
import {
  editMatrix,
  maxEntries,
  name,
  planMatrix,
  planSettings,
  productPath,
  rank,
  slug,
} from './schemas.ts';

const status = Type.Optional(oneOf(['Published', 'Archived']));
const ofProduct = Type.Object({
  name: Type.Optional(name),
  editions: Type.Optional(
    Type.Array(slug, {
      maxItems: maxEntries,
      description: 'The slugs of all editions in the new order, lowest rank first.',
    }),
  ),
  plans: Type.Optional(planMatrix),
  status,
});
const editionSettings = { name, rank };
const ofEdition = Type.Partial(Type.Object(editionSettings));
const ofPlan = Type.Object({ ...Type.Partial(Type.Object(planSettings)).properties, status });

/** Previews the impact of a change on the entitlements of tenants. */
export const impactRoutes = adminRoutes('Catalogue', (routes, context) => {
  const preview = <Body>(route: {
    readonly path: string;
    readonly operationId: string;
    readonly summary: string;
    readonly body: object;
    readonly refusals: readonly RefusalCode[];
    edit(parameters: Readonly<Record<string, string>>, body: Body): ProductEdit;
  }) => {
    const parts = [...route.path.matchAll(/:(\w+)/g)].map(([, part = '']) => part);
    routes.post(`${productsPath}/:product${route.path}/impact`, {
      access: 'change:catalogue',
      operationId: route.operationId,
      summary: route.summary,
      description:
        'The body is that of the change; `status` is the status after publishing or ' +
        'archiving. Computed by the same code as the API responses. Changes nothing.',
      params: productPath(...parts),
      body: route.body,
      responses: { 200: theImpact },
      refusals: ['product.not_found', ...route.refusals],
      handle: async ({ workspaceId, params, body }) => {
        const parameters = params as Readonly<Record<string, string>>;
        const edit = route.edit(parameters, body as Body);
        const ofProduct = withProduct(parameters.product ?? '', edit);
        return impactResponse(
          await previewImpact(context.database, workspaceId, ofProduct, context.clock.now()),
        );
      },
    });
  };

  preview<Static<typeof ofProduct>>({
    path: '',
    operationId: 'previewProductChange',
    summary: 'Preview a change of a product',
    body: ofProduct,
    refusals: ['plan.not_found', 'catalogue.status_not_allowed'],
    edit: (_, body) =>
      editInOrder(
        ...(body.plans ? [editMatrix(body.plans)] : []),
        ...(body.editions ? [orderEditions(body.editions)] : []),
        editProduct(given({ name }, body)),
        ...(body.status ? [moveProduct(body.status)] : []),
      ),
  });
  preview<Static<typeof ofEdition>>({
    path: '/editions/:edition',
    operationId: 'previewEditionChange',
    summary: 'Preview a change of an edition',
    body: ofEdition,
    refusals: [],
    edit: ({ edition = '' }, body) => editEdition(edition, given(editionSettings, body)),
  });
  preview<Static<typeof ofPlan>>({
    path: '/plans/:plan',
    operationId: 'previewPlanChange',
    summary: 'Preview a change of a plan',
    body: ofPlan,
    refusals: ['plan.not_found', 'catalogue.status_not_allowed'],
    edit: ({ plan = '' }, body) =>
      editInOrder(
        editPlan(plan, given(planSettings, body)),
        ...(body.status ? [movePlan(plan, body.status)] : []),
      ),
  });
});
