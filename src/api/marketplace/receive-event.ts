import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { storeLicenceEvent } from '../../actions/marketplace/licence-events.ts';
import { isUuid } from '../../core/identifiers.ts';
import { acceptedEventSecrets } from '../../core/marketplace/connections/seller.ts';
import { readLicenceEvent } from '../../core/marketplace/licences/licence-event.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { matchesHash } from '../../secrets/hash.ts';
import { findConnectionById, type StoredConnection } from '../../storage/marketplace/connections.ts';
import { withinFailureLimit } from '../authentication/authenticate.ts';
import type { ApiContext } from '../context.ts';
import { sendRefusal } from '../http/problem.ts';
import { bodyRefusals, jsonResponse, refusals } from '../schemas.ts';
import { connectionPosts } from './connection-posts.ts';

/** An event has at most 256 KB. */
const bodyLimit = 300 * 1024;
const secretHeader = 'x-tessera-event-secret';
const invalid = refuse('auth.credentials_invalid');

/** Where an event rule sends what happens to agreements and licences. */
export const receiveEventRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/api/marketplace/aws/:connectionId/events',
      {
        bodyLimit,
        ...connectionPosts(app, context, authenticateConnection),
        schema: {
          operationId: 'receiveMarketplaceEvent',
          summary: 'Receive an event of a marketplace',
          description:
            "For an event rule of the seller's account only: an API destination whose connection sends the event secret in the " +
            'header `X-Tessera-Event-Secret`. The event is stored once by its id and answered at once; it is followed ' +
            'afterwards. Unknown types are stored and ignored. At most 300 KiB.',
          tags: ['Marketplace'],
          security: [{ eventSecret: [] }],
          params: Type.Object({ connectionId: Type.String({ format: 'uuid' }) }),
          body: Type.Object({
            id: Type.String({ maxLength: 100 }),
            'detail-type': Type.Optional(Type.String({ maxLength: 200 })),
            time: Type.Optional(Type.String({ maxLength: 100 })),
            detail: Type.Optional(Type.Object({})),
          }),
          response: {
            200: jsonResponse(
              'The event is stored.',
              Type.Object({
                eventId: Type.String(),
                isNew: Type.Boolean({ description: 'False when it was received before.' }),
              }),
              { eventId: '5a9e2c10-1111-4222-8333-444455556666', isNew: true },
            ),
            ...refusals(...bodyRefusals),
          },
        },
      },
      async (request, reply) => {
        if (!request.connection) throw new Error('The event was not authenticated');
        const event = readLicenceEvent(request.body);
        if (isRefusal(event)) return sendRefusal(reply, event);
        const { writes, clock, randomBytes } = context;
        const action = { database: writes, now: clock.now(), randomBytes };
        const { isNew } = await storeLicenceEvent(action, request.connection, event, request.body);
        return reply.header('cache-control', 'no-store').send({ eventId: event.eventId, isNew });
      },
    );
  };

/** An unknown connection and a wrong secret get the same response. */
async function authenticateConnection(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StoredConnection | Refusal> {
  const { connectionId = '' } = request.params as { readonly connectionId?: string };
  const header = request.headers[secretHeader];
  const secret = typeof header === 'string' ? header : '';
  return withinFailureLimit(context, request, reply, async () => {
    const isPossible = secret !== '' && isUuid(connectionId);
    const connection = isPossible ? await findConnectionById(context.database, connectionId) : undefined;
    if (!connection?.seller) return invalid;
    const accepted = acceptedEventSecrets(connection.seller.eventSecrets, context.clock.now());
    // Every one is compared, so that the time tells nothing.
    const matches = accepted.filter((hash) => matchesHash(secret, hash));
    return matches.length > 0 ? connection : invalid;
  });
}
