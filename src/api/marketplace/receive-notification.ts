import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { storeNotification } from '../../actions/marketplace/notifications.ts';
import { isUuid } from '../../core/identifiers.ts';
import { mayAcceptUnsigned } from '../../core/marketplace/connections/connection.ts';
import {
  marketplaceApplicationId,
  maxIdLength,
  readReceivedNotification,
} from '../../core/marketplace/notifications/notification.ts';
import { isLoopback } from '../../core/network/outside-address.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { findConnectionById, type StoredConnection } from '../../storage/marketplace/connections.ts';
import { withinFailureLimit } from '../authentication/authenticate.ts';
import { presentedCredential } from '../authentication/caller-cache.ts';
import type { ApiContext } from '../context.ts';
import { sendRefusal } from '../http/problem.ts';
import { bodyRefusals, jsonResponse, refusals } from '../schemas.ts';
import { connectionPosts } from './connection-posts.ts';

const invalid = refuse('auth.credentials_invalid');

/** The webhook for marketplace notifications, as set in an offer's technical configuration. */
export const receiveNotificationRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/api/marketplace/v1/calls/:connectionId',
      {
        ...connectionPosts(app, context, authenticateConnection),
        schema: {
          operationId: 'receiveMarketplaceCall',
          summary: 'Receive a marketplace notification',
          description:
            "For the marketplace only: the webhook URL of an offer's technical configuration. The bearer token must be " +
            "the one that the marketplace gets for the connection's application, in its tenant. The notification is " +
            'stored and answered at once; it is confirmed and applied afterwards.',
          tags: ['Marketplace'],
          security: [{ bearerToken: [] }],
          params: Type.Object({ connectionId: Type.String({ format: 'uuid' }) }),
          body: Type.Object({
            id: Type.String({ maxLength: maxIdLength, description: 'The id of the operation.' }),
            subscriptionId: Type.String({ maxLength: maxIdLength }),
            action: Type.Optional(
              Type.String({ maxLength: maxIdLength, description: 'Longer values are truncated.' }),
            ),
          }),
          response: {
            200: jsonResponse(
              'The notification is stored.',
              Type.Object({
                operationId: Type.String(),
                isNew: Type.Boolean({ description: 'False when it was received before.' }),
              }),
              { operationId: '74dfb4db-c193-4891-827d-eb05fbdc64b0', isNew: true },
            ),
            ...refusals(...bodyRefusals),
          },
        },
      },
      async (request, reply) => {
        if (!request.connection) throw new Error('The notification was not authenticated');
        const notification = readReceivedNotification(request.body);
        if (isRefusal(notification)) return sendRefusal(reply, notification);
        const { writes, clock, randomBytes } = context;
        const { isNew } = await storeNotification(
          { database: writes, now: clock.now(), randomBytes },
          request.connection,
          notification,
          request.body,
        );
        return reply
          .header('cache-control', 'no-store')
          .send({ operationId: notification.operationId, isNew });
      },
    );
  };

/**
 * The connection of the URL, if the token proves that the marketplace sent the notification. The marketplace takes any 4xx
 * as a refusal of the customer's change and retries after 503, so a token that claims to be its own is never 429.
 */
async function authenticateConnection(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StoredConnection | Refusal> {
  const { connectionId = '' } = request.params as { readonly connectionId?: string };
  const unsigned = await findUnsignedConnection(context, connectionId);
  if (unsigned) return unsigned;
  const credential = presentedCredential(request.raw);
  const token = credential?.kind === 'token' ? credential.text : '';
  // Spares the query for tokens that do not even claim to be the marketplace's.
  const claimsMarketplace =
    context.tokenVerifier.claimedIdentity(token)?.applicationId === marketplaceApplicationId;
  const found = await withinFailureLimit(context, request, reply, async () =>
    claimsMarketplace ? verifiedConnection(context, connectionId, token) : invalid,
  );
  const isLimited = isRefusal(found) && found.code === 'request.rate_limited';
  return isLimited && claimsMarketplace ? refuse('service.unavailable') : found;
}

async function verifiedConnection(
  { database, notificationVerifier }: Pick<ApiContext, 'database' | 'notificationVerifier'>,
  connectionId: string,
  token: string,
): Promise<StoredConnection | Refusal> {
  const connection = isUuid(connectionId) ? await findConnectionById(database, connectionId) : undefined;
  if (!connection) return invalid;
  if (connection.seller) return invalid;
  const { outcome } = await notificationVerifier.verify(token, connection);
  if (outcome === 'unavailable') return refuse('service.unavailable');
  return outcome === 'verified' ? connection : invalid;
}

/** For development: the connection, if it accepts notifications without a token. */
async function findUnsignedConnection(
  { database, publicUrl }: Pick<ApiContext, 'database' | 'publicUrl'>,
  connectionId: string,
): Promise<StoredConnection | undefined> {
  if (!isLoopback(new URL(publicUrl).hostname) || !isUuid(connectionId)) return undefined;
  const connection = await findConnectionById(database, connectionId);
  return connection && mayAcceptUnsigned(connection, publicUrl) ? connection : undefined;
}
