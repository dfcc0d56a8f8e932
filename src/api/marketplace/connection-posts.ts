import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { StoredConnection } from '../../storage/marketplace/connections.ts';
import type { ApiContext } from '../context.ts';
import { readJson } from '../http/body.ts';
import { sendRefusal } from '../http/problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    connection: StoredConnection | null;
  }
}

type AuthenticateConnection = (
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<StoredConnection | Refusal>;

/** Options of a route to which a marketplace posts: the connection is authenticated before the body is read. */
export function connectionPosts(
  app: FastifyInstance,
  context: ApiContext,
  authenticate: AuthenticateConnection,
) {
  app.decorateRequest('connection', null);
  // Any content type: the body is JSON or is refused.
  app.removeContentTypeParser('application/json');
  readJson(app, '*');
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const connection = await authenticate(context, request, reply);
      if (!isRefusal(connection)) {
        request.connection = connection;
        return;
      }
      if (connection.code === 'auth.credentials_invalid') context.measurements.notificationForged();
      return sendRefusal(reply, connection);
    },
    // The marketplace's schema varies and grows, so the core parses what it needs.
    validatorCompiler: () => () => true,
  };
}
