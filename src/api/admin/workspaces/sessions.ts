import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { endSession } from '../../../actions/workspaces/end-session.ts';
import { listSessionsOf } from '../../../storage/workspaces/sessions.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { sessionOf } from '../access.ts';
import { sessionRefusals, uuid } from '../schemas.ts';
import { Sessions, sessionsExample, sessionsView } from './session-view.ts';

const path = '/me/sessions';

/** The sessions of whoever is signed in, on whatever machine, each of which they can end. */
export const sessionRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      path,
      {
        config: { access: 'session' },
        schema: {
          operationId: 'listSessions',
          summary: 'Your sessions',
          tags: ['Session'],
          response: {
            200: answer('The sessions that have not ended.', Sessions, sessionsExample),
            ...sessionRefusals('request.rate_limited'),
          },
        },
      },
      async (request) => {
        const { sessionHash, memberships } = sessionOf(request);
        const sessions = await listSessionsOf(context.database, memberships);
        return sessionsView(sessions, sessionHash, context.clock.now());
      },
    );

    app.delete(
      `${path}/:sessionId`,
      {
        config: { access: 'session' },
        schema: {
          operationId: 'endSession',
          summary: 'End one of your sessions',
          tags: ['Session'],
          params: Type.Object({ sessionId: uuid }),
          response: {
            204: { type: 'null', description: 'It has ended.' },
            ...sessionRefusals('request.rate_limited', 'resource.not_found'),
          },
        },
      },
      async (request, reply) => {
        const { writes: database, clock, randomBytes } = context;
        const refusal = await endSession(
          { database, now: clock.now(), randomBytes },
          sessionOf(request),
          request.params.sessionId,
          request.ip,
        );
        return refusal ? sendRefusal(reply, refusal) : reply.code(204).send(null);
      },
    );
  };
