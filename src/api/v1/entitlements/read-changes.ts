import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { refuse } from '../../../core/refusal.ts';
import { findCachedCaller } from '../../authentication/caller-cache.ts';
import { type GuardContext, guard } from '../../authentication/guard.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../http/problem.ts';
import { refusals } from '../../schemas.ts';
import { entitlementScope } from './read-entitlement.ts';

const example = `event: ready
data: {"node":"0198f6a2-6c1e-4d70-9a53-9e16a1b010a7","at":"2026-11-15T09:00:00.000Z"}

event: entitlement
data: {"tenantId":"b0000000-0000-4000-8000-000000000001","product":"aqueduct","version":3}

`;

export const readChangesRoute =
  (context: GuardContext & Pick<ApiContext, 'changeStreams'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/api/v1/changes',
      {
        onRequest: guard(context, entitlementScope),
        // A response to HEAD would never end.
        exposeHeadRoute: false,
        schema: {
          operationId: 'readChanges',
          summary: 'Listen for changes of entitlements and of the catalogue',
          description:
            'A stream of server-sent events, each within a second of its change. `ready`: the stream has begun. ' +
            '`entitlement`: the entitlement of `tenantId` to `product` has this `version` now, or the eligibility of its ' +
            'users has changed. `catalogue`: the product has changed. `resync`: events may have been missed. A comment ' +
            'every 15 seconds keeps the connection open. Nothing is replayed, and `Last-Event-ID` is ignored: after ' +
            '`ready` and `resync`, check what you have cached, for example by the batch read. An API client can have 20 ' +
            'streams open on a node. Needs the scope `entitlements:read` and, with a token, the app role ' +
            '`Entitlement.Read.All`.',
          tags: ['Entitlements'],
          response: {
            200: {
              description:
                'The stream. It ends with `resync` when the credential expires, the API client changes, the reader is ' +
                'more than 1,000 events behind or the node stops: connect again.',
              content: {
                'text/event-stream': {
                  schema: { type: 'string' },
                  examples: { changes: { value: example } },
                },
              },
            },
            ...refusals('api_client.scope_not_allowed', 'client.too_many_streams'),
          },
        },
      },
      (request, reply) => {
        // Absent while changes may be missed, or if the API client has changed since it was authenticated.
        const accepted = findCachedCaller(context.callerCache, request.raw, context.clock.now());
        if (!accepted) return void sendRefusal(reply, refuse('service.unavailable'));
        const refusal = context.changeStreams.refuseNew(accepted.caller.client);
        if (refusal) return void sendRefusal(reply, refusal);
        reply.isStream = true;
        reply.hijack();
        reply.raw.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          // An idle connection would delay the shutdown after the stream has ended.
          connection: 'close',
          // Turns off the response buffer of nginx.
          'x-accel-buffering': 'no',
        });
        context.changeStreams.open(accepted, reply.raw);
      },
    );
  };
