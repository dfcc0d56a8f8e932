import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { rotateWebhookSecret } from '../../../actions/webhooks/rotate-secret.ts';
import { sendTestEvent } from '../../../actions/webhooks/send-test-event.ts';
import { setWebhookEndpointEnabled } from '../../../actions/webhooks/set-endpoint-enabled.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import { findWebhookEndpoint } from '../../../storage/webhooks/endpoints.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { changeRefusals, instant, uuid, workspacePath } from '../schemas.ts';
import { endpointsPath, sendEndpoint, theEndpoint } from './endpoint-view.ts';

const rotatedSecret = answer(
  'The new secret. It is shown here and never again.',
  Type.Object({
    secret: Type.String(),
    previousSecretEndsAt: Type.Unsafe<Date>({
      ...instant,
      description: 'Until then deliveries are signed with the one before, too.',
    }),
  }),
  { secret: 'whsec_…', previousSecretEndsAt: '2026-11-16T09:00:00.000Z' },
);

export const operateEndpointRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const [verb, enabled] of [
      ['enable', true],
      ['disable', false],
    ] as const) {
      app.post(
        `${endpointsPath}/:endpointId/${verb}`,
        {
          config: { access: 'change:webhooks' },
          schema: {
            operationId: `${verb}WebhookEndpoint`,
            summary: enabled ? 'Enable a webhook endpoint' : 'Disable a webhook endpoint',
            description: enabled
              ? 'It hears of what happens from now on; replay what it has missed.'
              : 'It hears of nothing, and what waits for it is cancelled, until it is enabled again.',
            tags: ['Webhooks'],
            params: workspacePath('endpointId'),
            response: { 200: theEndpoint, ...changeRefusals() },
          },
        },
        async (request, reply) => {
          const { workspaceId } = memberOf(request);
          const key = { workspaceId, endpointId: request.params.endpointId };
          const set = await setWebhookEndpointEnabled(actionContext(context, request), key, enabled);
          if (isRefusal(set)) return sendRefusal(reply, set);
          const endpoint = await findWebhookEndpoint(context.database, key);
          if (!endpoint) return sendRefusal(reply, refuseUnknown('endpointId', 'webhook endpoint'));
          return sendEndpoint(reply, endpoint, context.clock.now());
        },
      );
    }

    app.post(
      `${endpointsPath}/:endpointId/rotate-secret`,
      {
        config: { access: 'change:webhooks' },
        schema: {
          operationId: 'rotateWebhookSecret',
          summary: 'Replace the secret of a webhook endpoint',
          description:
            'The one before signs for 24 hours more, however often it is rotated meanwhile; five sign at most.',
          tags: ['Webhooks'],
          params: workspacePath('endpointId'),
          response: { 200: rotatedSecret, ...changeRefusals('webhook.too_many_secrets') },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const key = { workspaceId, endpointId: request.params.endpointId };
        const { encryptionKey } = context;
        const rotated = await rotateWebhookSecret(actionContext(context, request), key, encryptionKey);
        if (isRefusal(rotated)) return sendRefusal(reply, rotated);
        return reply.send({ secret: rotated.secret, previousSecretEndsAt: rotated.previousEndsAt });
      },
    );

    app.post(
      `${endpointsPath}/:endpointId/test`,
      {
        config: { access: 'change:webhooks' },
        schema: {
          operationId: 'sendTestEvent',
          summary: 'Send a test event',
          description: '`webhook.test`, to this endpoint alone, whatever its filter says.',
          tags: ['Webhooks'],
          params: workspacePath('endpointId'),
          response: {
            202: answer('It is on its way, as a delivery.', Type.Object({ eventId: uuid }), {
              eventId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
            }),
            ...changeRefusals('webhook.endpoint_disabled'),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const key = { workspaceId, endpointId: request.params.endpointId };
        const sent = await sendTestEvent(actionContext(context, request), key);
        if (isRefusal(sent)) return sendRefusal(reply, sent);
        return reply.code(202).send({ eventId: sent.eventId });
      },
    );
  };
