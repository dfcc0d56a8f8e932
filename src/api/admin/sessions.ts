import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { endSession } from '../../actions/end-session.ts';
import { isSessionAlive, sessionEnd } from '../../core/admin-session.ts';
import { listSessionsOf } from '../../storage/admin-sessions.ts';
import type { ApiContext } from '../context.ts';
import { sendRefusal } from '../problem.ts';
import { answer } from '../schemas.ts';
import { sessionOf } from './access.ts';
import { instant, nullable, sessionRefusals, uuid } from './schemas.ts';

const Sessions = Type.Object({
  items: Type.Array(
    Type.Object({
      sessionId: uuid,
      startedAt: instant,
      lastSeenAt: instant,
      endsAt: instant,
      address: nullable.text,
      isCurrent: Type.Boolean(),
    }),
    { description: 'The newest first.' },
  ),
});

const example = {
  items: [
    {
      sessionId: '5f2b8c1e-93d4-4f0a-8a53-9e16a1b010a7',
      startedAt: '2026-11-15T09:00:00.000Z',
      lastSeenAt: '2026-11-15T09:30:00.000Z',
      endsAt: '2026-11-15T10:30:00.000Z',
      address: '203.0.113.7',
      isCurrent: true,
    },
  ],
};

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
            200: answer('Those that last.', Sessions, example),
            ...sessionRefusals('request.rate_limited'),
          },
        },
      },
      async (request) => {
        const { sessionHash, memberships } = sessionOf(request);
        const sessions = await listSessionsOf(context.database, memberships);
        const now = context.clock.now();
        const items = sessions
          .filter((session) => isSessionAlive(session, now))
          .map((session) => ({
            sessionId: session.sessionId,
            startedAt: session.createdAt,
            lastSeenAt: session.lastSeenAt,
            endsAt: sessionEnd(session),
            address: session.address,
            isCurrent: Buffer.from(sessionHash).equals(session.sessionHash),
          }));
        return { items };
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
