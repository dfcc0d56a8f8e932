import { Type } from 'typebox';
import { changeProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { billingModels, dimensionEntry, publicationStatuses } from '../../../core/catalogue/catalogue.ts';
import { addMapping, editMapping, removeMapping } from '../../../core/catalogue/product-edit.ts';
import { slugMaxLength, timeOrderedId } from '../../../core/identifiers.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import {
  findPlanMapping,
  listPlanMappings,
  loadPlanMappingTotal,
  planMappingOrder,
  type StoredPlanMapping,
} from '../../../storage/marketplace/plan-mappings.ts';
import { anySlug, jsonResponse, oneOf } from '../../schemas.ts';
import { countedPageResponse, searchFor } from '../paging.ts';
import { revisionHeaders, withRevision } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { given, noContent, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { dimensionExample, mappingSettings, reason, slug } from './schemas.ts';

const plan = Type.String({ maxLength: slugMaxLength, description: 'The slug of the mapped plan.' });
const PlanMapping = Type.Object(
  {
    mappingId: uuid,
    product: Type.String({ description: 'The slug of its product.' }),
    productName: Type.String(),
    plan,
    planName: Type.String(),
    planStatus: oneOf(publicationStatuses),
    billingModel: oneOf(billingModels),
    ...mappingSettings,
  },
  { $id: 'PlanMapping' },
);

const example = {
  mappingId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c2',
  product: 'aqueduct',
  productName: 'Aqueduct',
  plan: 'standard-monthly',
  planName: 'Standard, monthly',
  planStatus: 'Published',
  billingModel: 'FlatRate',
  sourceName: 'Marketplace',
  offerId: 'aqueduct-offer',
  planId: 'standard',
  dimensions: [dimensionExample],
};

const viewOf = ({ revision: _, ...mapping }: StoredPlanMapping) => ({
  ...mapping,
  dimensions: mapping.dimensions.map(dimensionEntry),
});
const path = '/workspaces/:workspaceId/plan-mappings';
const editable = { plan, ...mappingSettings };

export const planMappingRoutes = adminRoutes('Catalogue', (routes, context) => {
  routes.schemas(PlanMapping);
  const theMapping = jsonResponse(
    'The mapping; its `ETag` is that of its product.',
    Type.Ref('PlanMapping'),
    example,
    revisionHeaders,
  );
  const find = async (workspaceId: string, mappingId: string) =>
    (await findPlanMapping(context.database, workspaceId, mappingId)) ??
    refuseUnknown('mappingId', 'plan mapping');

  routes.get(path, {
    access: 'read',
    operationId: 'listPlanMappings',
    summary: 'List plan mappings',
    querystring: Type.Object({
      ...sortedQuery(planMappingOrder),
      product: Type.Optional(anySlug('The slug of a product.')),
      plan: Type.Optional(
        anySlug('The slug of a plan; with `product`, for slugs of plans are unique in a product.'),
      ),
      search: searchFor("Part of a product's or plan's name, or of an offer or plan id at the marketplace."),
    }),
    responses: { 200: countedPageResponse('Mappings.', Type.Ref('PlanMapping'), example) },
    handle: ({ workspaceId, query }) => {
      const { product, plan, search } = query;
      const filter = { product, plan, search };
      return readSortedPage(query, {
        order: planMappingOrder,
        read: (page) => listPlanMappings(context.database, workspaceId, filter, page),
        count: () => loadPlanMappingTotal(context.database, workspaceId, filter),
        viewOf,
      });
    },
  });

  routes.post(path, {
    access: 'change:catalogue',
    operationId: 'addPlanMapping',
    summary: 'Map a plan to an offer and plan of a marketplace',
    description:
      'A purchase of the offer and plan is a purchase of the mapped plan, once it is published. The offer and plan of a marketplace map to one plan only. ' +
      'The billing model is that of the plan.',
    body: Type.Object({
      product: slug,
      ...editable,
      dimensions: Type.Optional(mappingSettings.dimensions),
    }),
    responses: { 201: theMapping },
    refusals: ['product.not_found', 'plan.not_found'],
    handle: async ({ action, workspaceId, body }) => {
      const { product, plan: to, sourceName, offerId, planId, dimensions = [] } = body;
      const mappingId = timeOrderedId(action.now, action.randomBytes);
      const added = await changeProduct(
        action,
        workspaceId,
        { product, revision: 'any' },
        addMapping(to, { mappingId, sourceName, offerId, planId, dimensions }),
      );
      if (isRefusal(added)) return added;
      return withRevision(await find(workspaceId, mappingId), viewOf);
    },
  });

  routes.get(`${path}/:mappingId`, {
    access: 'read',
    operationId: 'readPlanMapping',
    summary: 'Read a mapping',
    responses: { 200: theMapping },
    handle: async ({ workspaceId, params }) =>
      withRevision(await find(workspaceId, params.mappingId), viewOf),
  });

  routes.patch(`${path}/:mappingId`, {
    access: 'change:catalogue',
    operationId: 'changePlanMapping',
    summary: 'Change a mapping',
    description:
      'Omitted members stay unchanged; dimensions are replaced as a whole. `plan` must be of the same product.',
    isEdit: true,
    body: Type.Object({ ...Type.Partial(Type.Object(editable)).properties, reason }),
    responses: { 200: theMapping },
    refusals: ['product.not_found', 'plan.not_found'],
    handle: async ({ action, workspaceId, params, body, revision }) => {
      const { mappingId } = params;
      const mapping = await find(workspaceId, mappingId);
      if (isRefusal(mapping)) return mapping;
      const changed = await changeProduct(
        action,
        workspaceId,
        { product: mapping.product, revision },
        editMapping(mappingId, given(editable, body)),
        { reason: body.reason },
      );
      if (isRefusal(changed)) return changed;
      return withRevision(await find(workspaceId, mappingId), viewOf);
    },
  });

  routes.delete(`${path}/:mappingId`, {
    access: 'change:catalogue',
    operationId: 'removePlanMapping',
    summary: 'Remove a mapping',
    description: 'Later purchases of the offer and plan are not mapped; existing subscriptions stay.',
    responses: noContent('Removed.'),
    refusals: ['product.not_found'],
    handle: async ({ action, workspaceId, params }) => {
      const { mappingId } = params;
      const mapping = await find(workspaceId, mappingId);
      if (isRefusal(mapping)) return mapping;
      return changeProduct(
        action,
        workspaceId,
        { product: mapping.product, revision: 'any' },
        removeMapping(mappingId),
      );
    },
  });
});
