import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { addWebhookEndpoint } from '../../../actions/webhooks/add-endpoint.ts';
import { changeWebhookEndpoint } from '../../../actions/webhooks/change-endpoint.ts';
import { removeWebhookEndpoint } from '../../../actions/webhooks/remove-endpoint.ts';
import { isRefusal, refuse, refuseUnknown } from '../../../core/refusal.ts';
import { findWebhookEndpoint } from '../../../storage/webhooks/endpoints.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { ifMatchHeader } from '../precondition.ts';
import { changeRefusals, editRefusals, workspacePath } from '../schemas.ts';
import {
  allOr,
  endpointChanges,
  endpointExample,
  endpointsPath,
  endpointTagHeaders,
  newEndpoint,
  sendEndpoint,
  theEndpoint,
} from './endpoint-view.ts';

const secret = Type.String({ description: 'Signs what is delivered. It is shown here and never again.' });

const addedEndpoint = answer(
  'The endpoint, with its secret.',
  Type.Unsafe({
    allOf: [Type.Ref('WebhookEndpoint'), Type.Object({ secret })],
  }),
  { ...endpointExample, secret: 'whsec_…' },
  endpointTagHeaders,
);

export const changeEndpointRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      endpointsPath,
      {
        config: { access: 'change:webhooks' },
        schema: {
          operationId: 'addWebhookEndpoint',
          summary: 'Add a webhook endpoint',
          description: 'It hears of what happens from now on. Unless told, of every type and every product.',
          tags: ['Webhooks'],
          params: workspacePath(),
          body: newEndpoint,
          response: { 201: addedEndpoint, ...changeRefusals('workspace.limit_reached') },
        },
      },
      async (request, reply) => {
        const { url, description = '', eventTypes = null, products = null } = request.body;
        const { headers = {}, rateLimitPerMinute = null } = request.body;
        const { workspaceId } = memberOf(request);
        const added = await addWebhookEndpoint(
          actionContext(context, request),
          workspaceId,
          {
            url,
            description,
            eventTypes: allOr(eventTypes),
            products: allOr(products),
            headers,
            rateLimitPerMinute,
          },
          context,
        );
        if (isRefusal(added)) return sendRefusal(reply, added);
        const { endpointId, secret } = added;
        const endpoint = await findWebhookEndpoint(context.database, { workspaceId, endpointId });
        if (!endpoint) return sendRefusal(reply, refuseUnknown('endpointId', 'webhook endpoint'));
        return sendEndpoint(reply.code(201), endpoint, context.clock.now(), { secret });
      },
    );

    app.patch(
      `${endpointsPath}/:endpointId`,
      {
        config: { access: 'change:webhooks' },
        schema: {
          operationId: 'changeWebhookEndpoint',
          summary: 'Change a webhook endpoint',
          description:
            'What is left out stays. What waits to be delivered goes to the new address. Another origin of `url` requires ' +
            'the values of the headers again; the signing secret stays.',
          tags: ['Webhooks'],
          params: workspacePath('endpointId'),
          headers: ifMatchHeader,
          body: endpointChanges,
          response: { 200: theEndpoint, ...editRefusals('workspace.limit_reached') },
        },
      },
      async (request, reply) => {
        const expectedTag = request.headers['if-match'];
        if (expectedTag === undefined) return sendRefusal(reply, refuse('request.precondition_required'));
        const { url, description, eventTypes, products, headers, rateLimitPerMinute } = request.body;
        const changes = {
          ...(url !== undefined && { url }),
          ...(description !== undefined && { description }),
          ...(eventTypes !== undefined && { eventTypes: allOr(eventTypes) }),
          ...(products !== undefined && { products: allOr(products) }),
          ...(headers !== undefined && { headers }),
          ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
        };
        const { workspaceId } = memberOf(request);
        const changed = await changeWebhookEndpoint(
          actionContext(context, request),
          { workspaceId, endpointId: request.params.endpointId },
          changes,
          context,
          expectedTag,
        );
        if (isRefusal(changed)) return sendRefusal(reply, changed);
        return sendEndpoint(reply, changed, context.clock.now());
      },
    );

    app.delete(
      `${endpointsPath}/:endpointId`,
      {
        config: { access: 'change:webhooks' },
        schema: {
          operationId: 'removeWebhookEndpoint',
          summary: 'Remove a webhook endpoint',
          description: 'What waits for it is cancelled. What became of its deliveries can still be read.',
          tags: ['Webhooks'],
          params: workspacePath('endpointId'),
          response: { 204: { type: 'null', description: 'It is gone.' }, ...changeRefusals() },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const key = { workspaceId, endpointId: request.params.endpointId };
        const removed = await removeWebhookEndpoint(actionContext(context, request), key);
        if (isRefusal(removed)) return sendRefusal(reply, removed);
        return reply.code(204).send(null);
      },
    );
  };
