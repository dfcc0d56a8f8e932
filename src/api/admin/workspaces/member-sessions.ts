import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { signOutMember } from '../../../actions/workspaces/sign-out-member.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { findWorkspaceMember, loadMembershipsWith } from '../../../storage/workspaces/members.ts';
import { listSessionsOf } from '../../../storage/workspaces/sessions.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { actionContext, memberOf, sessionOf } from '../access.ts';
import { changeRefusals, readRefusals, workspacePath } from '../schemas.ts';
import { Sessions, sessionsExample, sessionsView } from './session-view.ts';

const path = '/workspaces/:workspaceId/members/:memberId/sessions';

/** The sessions of a colleague. Addresses are personal data, so only an administrator reads them. */
export const memberSessionRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      path,
      {
        config: { access: 'change:members' },
        schema: {
          operationId: 'listMemberSessions',
          summary: "List a member's sessions",
          description:
            'Every session that opens the workspace for the member, also one that began in another workspace.',
          tags: ['Members'],
          params: workspacePath('memberId'),
          response: {
            200: answer('The sessions that have not ended.', Sessions, sessionsExample),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { database, clock } = context;
        const { workspaceId } = memberOf(request);
        const member = await findWorkspaceMember(database, workspaceId, request.params.memberId);
        if (!member) return sendRefusal(reply, refuseUnknown('memberId', 'member'));
        const sessions = await listSessionsOf(database, await loadMembershipsWith(database, member));
        return sessionsView(sessions, sessionOf(request).sessionHash, clock.now());
      },
    );

    app.delete(
      path,
      {
        config: { access: 'change:members' },
        schema: {
          operationId: 'signOutMember',
          summary: 'Sign a member out everywhere',
          description: 'They stay a member and may sign in again. To keep them out, remove them.',
          tags: ['Members'],
          params: workspacePath('memberId'),
          response: {
            204: { type: 'null', description: 'Their sessions have ended.' },
            ...changeRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const asked = actionContext(context, request);
        const refusal = await signOutMember(asked, workspaceId, request.params.memberId);
        return refusal ? sendRefusal(reply, refusal) : reply.code(204).send(null);
      },
    );
  };
