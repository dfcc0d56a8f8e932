import { Type } from 'typebox';
import { rotateWebhookSecret } from '../../../actions/webhooks/rotate-secret.ts';
import { sendTestEvent } from '../../../actions/webhooks/send-test-event.ts';
import { setWebhookEndpointEnabled } from '../../../actions/webhooks/set-endpoint-enabled.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { eventTypes } from '../../../core/webhooks/event-type.ts';
import { exampleDataOf } from '../../documents/webhook-events.ts';
import { answer, oneOf } from '../../schemas.ts';
import { unlessRefused } from '../answer.ts';
import { adminRoutes } from '../routes.ts';
import { instant, uuid } from '../schemas.ts';
import { endpointAnswer, endpointsPath, findEndpoint, theEndpoint } from './endpoint-view.ts';

const rotatedSecret = answer(
  'The new secret. It is shown here and never again.',
  Type.Object({
    secret: Type.String(),
    previousSecretEndsAt: Type.Unsafe<Date>({
      ...instant,
      description: 'Until then deliveries are also signed with the previous secret.',
    }),
  }),
  { secret: 'whsec_…', previousSecretEndsAt: '2026-11-16T09:00:00.000Z' },
);

export const operateEndpointRoutes = adminRoutes((routes, context) => {
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
      tags: ['Webhooks'],
      answers: { 200: theEndpoint },
      handle: async ({ action, workspaceId, params }) => {
        const key = { workspaceId, endpointId: params.endpointId };
        const set = await setWebhookEndpointEnabled(action, key, enabled);
        if (isRefusal(set)) return set;
        return endpointAnswer(await findEndpoint(context.database, key), context.clock.now());
      },
    });
  }

  routes.post(`${endpointsPath}/:endpointId/rotate-secret`, {
    access: 'change:webhooks',
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'The previous secret signs for 24 more hours, also after further rotations; at most five sign at once.',
    tags: ['Webhooks'],
    answers: { 200: rotatedSecret },
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
    tags: ['Webhooks'],
    querystring: Type.Object({ type: Type.Optional(oneOf(eventTypes)) }),
    answers: {
      202: answer('The delivery is queued.', Type.Object({ eventId: uuid }), {
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
