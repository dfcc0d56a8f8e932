import { Type } from 'typebox';
import { endSession } from '../../../actions/workspaces/sessions.ts';
import { listSessionsOf } from '../../../storage/workspaces/sessions.ts';
import { jsonResponse } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { noContent, uuid } from '../schemas.ts';
import { Sessions, sessionsExample, sessionsView } from './session-view.ts';

const path = '/me/sessions';

/** The own sessions of the signed-in person, on every device. */
export const sessionRoutes = adminRoutes('Session', (routes, context) => {
  routes.get(path, {
    access: 'session',
    operationId: 'listSessions',
    summary: 'List your sessions',
    responses: { 200: jsonResponse('The sessions that have not ended.', Sessions, sessionsExample) },
    refusals: ['request.rate_limited'],
    handle: async ({ session }) => {
      const { sessionHash, memberships } = session;
      const sessions = await listSessionsOf(context.database, memberships);
      return sessionsView(sessions, sessionHash, context.clock.now());
    },
  });

  routes.delete(`${path}/:sessionId`, {
    access: 'session',
    operationId: 'endSession',
    summary: 'End one of your sessions',
    params: Type.Object({ sessionId: uuid }),
    responses: noContent('The session has ended.'),
    refusals: ['request.rate_limited', 'resource.not_found'],
    handle: ({ raw, session, params }) => {
      const { writes: database, clock, randomBytes } = context;
      return endSession({ database, now: clock.now(), randomBytes }, session, params.sessionId, raw.ip);
    },
  });
});
