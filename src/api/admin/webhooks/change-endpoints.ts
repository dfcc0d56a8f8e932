import { Type } from 'typebox';
import { addWebhookEndpoint } from '../../../actions/webhooks/add-endpoint.ts';
import { changeWebhookEndpoint } from '../../../actions/webhooks/change-endpoint.ts';
import { removeWebhookEndpoint } from '../../../actions/webhooks/remove-endpoint.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { answer } from '../../schemas.ts';
import { ifMatchHeader } from '../precondition.ts';
import { adminRoutes } from '../routes.ts';
import { noContent } from '../schemas.ts';
import {
  allOr,
  endpointAnswer,
  endpointChanges,
  endpointExample,
  endpointsPath,
  endpointTagHeaders,
  findEndpoint,
  newEndpoint,
  theEndpoint,
} from './endpoint-view.ts';

const secret = Type.String({ description: 'Signs deliveries. It is shown only once.' });

const addedEndpoint = answer(
  'The endpoint, with its secret.',
  Type.Unsafe({
    allOf: [Type.Ref('WebhookEndpoint'), Type.Object({ secret })],
  }),
  { ...endpointExample, secret: 'whsec_…' },
  endpointTagHeaders,
);

export const changeEndpointRoutes = adminRoutes((routes, context) => {
  routes.post(endpointsPath, {
    access: 'change:webhooks',
    operationId: 'addWebhookEndpoint',
    summary: 'Add a webhook endpoint',
    description: 'The endpoint receives later events; by default of every type and product.',
    tags: ['Webhooks'],
    body: newEndpoint,
    answers: { 201: addedEndpoint },
    refusals: ['workspace.limit_reached'],
    handle: async ({ action, workspaceId, body }) => {
      const { url, description = '', eventTypes = null, products = null } = body;
      const { headers = {}, rateLimitPerMinute = null } = body;
      const added = await addWebhookEndpoint(
        action,
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
      if (isRefusal(added)) return added;
      const { endpointId, secret } = added;
      const endpoint = await findEndpoint(context.database, { workspaceId, endpointId });
      return endpointAnswer(endpoint, context.clock.now(), { secret });
    },
  });

  routes.patch(`${endpointsPath}/:endpointId`, {
    access: 'change:webhooks',
    operationId: 'changeWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'Omitted members stay unchanged. Waiting deliveries go to the new URL. Another origin of `url` requires ' +
      'the values of the headers again; the signing secret stays.',
    tags: ['Webhooks'],
    headers: ifMatchHeader,
    body: endpointChanges,
    answers: { 200: theEndpoint },
    refusals: ['request.precondition_required', 'request.precondition_failed', 'workspace.limit_reached'],
    handle: async ({ raw, action, workspaceId, params, body }) => {
      const expectedTag = raw.headers['if-match'];
      if (expectedTag === undefined) return refuse('request.precondition_required');
      const { url, description, eventTypes, products, headers, rateLimitPerMinute } = body;
      const changes = {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(eventTypes !== undefined && { eventTypes: allOr(eventTypes) }),
        ...(products !== undefined && { products: allOr(products) }),
        ...(headers !== undefined && { headers }),
        ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
      };
      const changed = await changeWebhookEndpoint(
        action,
        { workspaceId, endpointId: params.endpointId },
        changes,
        context,
        expectedTag,
      );
      return endpointAnswer(changed, context.clock.now());
    },
  });

  routes.delete(`${endpointsPath}/:endpointId`, {
    access: 'change:webhooks',
    operationId: 'removeWebhookEndpoint',
    summary: 'Remove a webhook endpoint',
    description: 'Waiting deliveries are cancelled. The delivery log stays.',
    tags: ['Webhooks'],
    answers: noContent('Removed.'),
    handle: ({ action, workspaceId, params }) =>
      removeWebhookEndpoint(action, { workspaceId, endpointId: params.endpointId }),
  });
});
