import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { changeProduct } from '../../../actions/catalogue/change-product.ts';
import { billingModels, publicationStatuses } from '../../../core/catalogue/catalogue.ts';
import { addMapping, editMapping, removeMapping } from '../../../core/catalogue/product-edit.ts';
import { slugMaxLength, timeOrderedId } from '../../../core/identifiers.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import {
  findPlanMapping,
  listPlanMappings,
  type StoredPlanMapping,
} from '../../../storage/marketplace/plan-mappings.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, anySlug, oneOf } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { expectedRevision, ifMatchHeader, revisionHeaders, sendRevision } from '../precondition.ts';
import { changeRefusals, editRefusals, readRefusals, uuid, workspacePath } from '../schemas.ts';
import { given, mappingSettings, slug } from './schemas.ts';

const plan = Type.String({ maxLength: slugMaxLength, description: 'The slug of the plan that it leads to.' });
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
  dimensions: [{ id: 'rows', name: 'Rows moved', unit: 'million rows' }],
};

const viewOf = ({ revision: _, ...mapping }: StoredPlanMapping) => ({
  ...mapping,
  dimensions: [...mapping.dimensions],
});
const path = '/workspaces/:workspaceId/plan-mappings';
const editable = { plan, ...mappingSettings };

export const planMappingRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(PlanMapping);
    const theMapping = answer(
      'The mapping; its `ETag` is that of its product.',
      Type.Ref('PlanMapping'),
      example,
      revisionHeaders,
    );
    const find = (request: FastifyRequest, mappingId: string) =>
      findPlanMapping(context.database, memberOf(request).workspaceId, mappingId);
    const send = async (request: FastifyRequest, reply: FastifyReply, mappingId: string) => {
      const mapping = await find(request, mappingId);
      if (!mapping) return sendRefusal(reply, refuseUnknown('mappingId', 'plan mapping'));
      return sendRevision(reply, mapping, viewOf(mapping));
    };

    app.get(
      path,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listPlanMappings',
          summary: 'List which plans are sold under which name',
          tags: ['Catalogue'],
          params: workspacePath(),
          querystring: Type.Object({
            ...pageQuery,
            product: Type.Optional(anySlug('The slug of a product.')),
          }),
          response: {
            200: pageAnswer('Mappings, the newest first.', Type.Ref('PlanMapping'), example),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const { after, product } = request.query;
        const question = { after, product, limit: toRead };
        const { workspaceId } = memberOf(request);
        const mappings = await listPlanMappings(context.database, workspaceId, question);
        return pageOf(mappings, limit, ({ mappingId }) => mappingId, viewOf);
      },
    );

    app.post(
      path,
      {
        config: { access: 'change:catalogue' },
        schema: {
          operationId: 'addPlanMapping',
          summary: 'Map a plan to an offer and plan of a marketplace',
          description:
            'A purchase that names them leads to the plan, once it is published. One name leads to one plan only. ' +
            'The billing model is that of the plan.',
          tags: ['Catalogue'],
          params: workspacePath(),
          body: Type.Object({
            product: slug,
            ...editable,
            dimensions: Type.Optional(mappingSettings.dimensions),
          }),
          response: { 201: theMapping, ...changeRefusals('product.not_found', 'plan.not_found') },
        },
      },
      async (request, reply) => {
        const { product, plan: to, sourceName, offerId, planId, dimensions = [] } = request.body;
        const asked = actionContext(context, request);
        const mappingId = timeOrderedId(asked.now, asked.randomBytes);
        const added = await changeProduct(
          asked,
          memberOf(request).workspaceId,
          { product, revision: 'any' },
          addMapping(to, { mappingId, sourceName, offerId, planId, dimensions }),
        );
        if (isRefusal(added)) return sendRefusal(reply, added);
        return send(request, reply.code(201), mappingId);
      },
    );

    app.get(
      `${path}/:mappingId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readPlanMapping',
          summary: 'One mapping',
          tags: ['Catalogue'],
          params: workspacePath('mappingId'),
          response: { 200: theMapping, ...readRefusals() },
        },
      },
      async (request, reply) => send(request, reply, request.params.mappingId),
    );

    app.patch(
      `${path}/:mappingId`,
      {
        config: { access: 'change:catalogue' },
        schema: {
          operationId: 'changePlanMapping',
          summary: 'Change a mapping',
          description:
            'What is left out stays; dimensions are replaced as a whole. `plan` is one of the same product.',
          tags: ['Catalogue'],
          params: workspacePath('mappingId'),
          headers: ifMatchHeader,
          body: Type.Partial(Type.Object(editable)),
          response: { 200: theMapping, ...editRefusals('product.not_found', 'plan.not_found') },
        },
      },
      async (request, reply) => {
        const revision = expectedRevision(request);
        if (isRefusal(revision)) return sendRefusal(reply, revision);
        const { mappingId } = request.params;
        const mapping = await find(request, mappingId);
        if (!mapping) return sendRefusal(reply, refuseUnknown('mappingId', 'plan mapping'));
        const changed = await changeProduct(
          actionContext(context, request),
          memberOf(request).workspaceId,
          { product: mapping.product, revision },
          editMapping(mappingId, given(editable, request.body)),
        );
        if (isRefusal(changed)) return sendRefusal(reply, changed);
        return send(request, reply, mappingId);
      },
    );

    app.delete(
      `${path}/:mappingId`,
      {
        config: { access: 'change:catalogue' },
        schema: {
          operationId: 'removePlanMapping',
          summary: 'Remove a mapping',
          description: 'Purchases that name it lead nowhere from now on; those that were made stay.',
          tags: ['Catalogue'],
          params: workspacePath('mappingId'),
          response: {
            204: { type: 'null', description: 'It is gone.' },
            ...changeRefusals('product.not_found'),
          },
        },
      },
      async (request, reply) => {
        const { mappingId } = request.params;
        const mapping = await find(request, mappingId);
        if (!mapping) return sendRefusal(reply, refuseUnknown('mappingId', 'plan mapping'));
        const removed = await changeProduct(
          actionContext(context, request),
          memberOf(request).workspaceId,
          { product: mapping.product, revision: 'any' },
          removeMapping(mappingId),
        );
        if (isRefusal(removed)) return sendRefusal(reply, removed);
        return reply.code(204).send(null);
      },
    );
  };
