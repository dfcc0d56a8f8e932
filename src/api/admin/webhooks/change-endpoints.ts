import { Type } from 'typebox';
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  removeWebhookEndpoint,
  rotateWebhookSecret,
  sendTestEvent,
  setWebhookEndpointEnabled,
} from '../../../actions/webhooks/endpoints.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { eventTypes } from '../../../core/webhooks/event.ts';
import { exampleDataOf } from '../../documents/webhook-events.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { ifMatchHeader, unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, noContent, uuid } from '../schemas.ts';
import {
  allOr,
  endpointChanges,
  endpointExample,
  endpointResponse,
  endpointsPath,
  endpointTagHeaders,
  findEndpoint,
  newEndpoint,
  theEndpoint,
} from './endpoint-view.ts';

const secret = Type.String({ description: 'Signs deliveries. It is shown only once.' });

const addedEndpoint = jsonResponse(
  'The endpoint, with its secret.',
  Type.Unsafe({ allOf: [Type.Ref('WebhookEndpoint'), Type.Object({ secret })] }),
  { ...endpointExample, secret: 'whsec_…' },
  endpointTagHeaders,
);

export const changeEndpointRoutes = adminRoutes('Webhooks', (routes, context) => {
  routes.post(endpointsPath, {
    access: 'change:webhooks',
    operationId: 'addWebhookEndpoint',
    summary: 'Add a webhook endpoint',
    description: 'The endpoint receives later events; by default of every type and product.',
    body: newEndpoint,
    responses: { 201: addedEndpoint },
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
      return endpointResponse(endpoint, context.clock.now(), { secret });
    },
  });

  routes.patch(`${endpointsPath}/:endpointId`, {
    access: 'change:webhooks',
    operationId: 'changeWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'Omitted members stay unchanged. Waiting deliveries go to the new URL. Another origin of `url` requires ' +
      'the values of the headers again; the signing secret stays.',
    headers: ifMatchHeader,
    body: endpointChanges,
    responses: { 200: theEndpoint },
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
      return endpointResponse(changed, context.clock.now());
    },
  });

  routes.delete(`${endpointsPath}/:endpointId`, {
    access: 'change:webhooks',
    operationId: 'removeWebhookEndpoint',
    summary: 'Remove a webhook endpoint',
    description: 'Waiting deliveries are cancelled. The delivery log stays.',
    responses: noContent('Removed.'),
    handle: ({ action, workspaceId, params }) =>
      removeWebhookEndpoint(action, { workspaceId, endpointId: params.endpointId }),
  });
});

const rotatedSecret = jsonResponse(
  'The new secret. It is shown here and never again.',
  Type.Object({
    secret: Type.String(),
    previousSecretEndsAt: described(
      instant,
      'Until then deliveries are also signed with the previous secret.',
    ),
  }),
  { secret: 'whsec_…', previousSecretEndsAt: '2026-11-16T09:00:00.000Z' },
);

export const operateEndpointRoutes = adminRoutes('Webhooks', (routes, context) => {
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    routes.post(`${endpointsPath}/:endpointId/${verb}`, {
      access: 'change:webhooks',
      operationId: `${verb}WebhookEndpoint`,
      summary: enabled ? 'Enable a webhook endpoint' : 'Disable a webhook endpoint',
      description: enabled
        ? 'The endpoint receives later events; replay those it missed.'
        : 'The endpoint receives no events until it is enabled again, and waiting deliveries are cancelled.',
      responses: { 200: theEndpoint },
      handle: async ({ action, workspaceId, params }) => {
        const key = { workspaceId, endpointId: params.endpointId };
        const set = await setWebhookEndpointEnabled(action, key, enabled);
        if (isRefusal(set)) return set;
        return endpointResponse(await findEndpoint(context.database, key), context.clock.now());
      },
    });
  }

  routes.post(`${endpointsPath}/:endpointId/rotate-secret`, {
    access: 'change:webhooks',
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'The previous secret signs for 24 more hours, also after further rotations; at most five sign at once.',
    responses: { 200: rotatedSecret },
    refusals: ['webhook.too_many_secrets'],
    handle: async ({ action, workspaceId, params }) => {
      const key = { workspaceId, endpointId: params.endpointId };
      const rotated = await rotateWebhookSecret(action, key, context.encryptionKey);
      return unlessRefused(rotated, ({ secret, previousEndsAt }) => ({
        secret,
        previousSecretEndsAt: previousEndsAt,
      }));
    },
  });

  routes.post(`${endpointsPath}/:endpointId/test`, {
    access: 'change:webhooks',
    operationId: 'sendTestEvent',
    summary: 'Send a test event',
    description:
      '`webhook.test`, or with `type` the example payload of that type with `isTest`, to this endpoint only, regardless of ' +
      'its filter.',
    querystring: Type.Object({ type: Type.Optional(oneOf(eventTypes)) }),
    responses: {
      202: jsonResponse('The delivery is queued.', Type.Object({ eventId: uuid }), {
        eventId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
      }),
    },
    refusals: ['webhook.endpoint_disabled'],
    handle: async ({ action, workspaceId, params, query }) => {
      const key = { workspaceId, endpointId: params.endpointId };
      const { type = 'webhook.test' } = query;
      const example = type === 'webhook.test' ? undefined : { type, data: exampleDataOf(type) };
      return unlessRefused(await sendTestEvent(action, key, example), ({ eventId }) => ({ eventId }));
    },
  });
});
