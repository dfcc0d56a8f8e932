import { signOutMember } from '../../../actions/workspaces/sign-out-member.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { findWorkspaceMember, loadMembershipsWith } from '../../../storage/workspaces/members.ts';
import { listSessionsOf } from '../../../storage/workspaces/sessions.ts';
import { answer } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { noContent } from '../schemas.ts';
import { Sessions, sessionsExample, sessionsView } from './session-view.ts';

const path = '/workspaces/:workspaceId/members/:memberId/sessions';

/** The sessions of a colleague. Addresses are personal data, so only an administrator reads them. */
export const memberSessionRoutes = adminRoutes((routes, context) => {
  routes.get(path, {
    access: 'change:members',
    operationId: 'listMemberSessions',
    summary: "List a member's sessions",
    description:
      'Every session that opens the workspace for the member, also one that began in another workspace.',
    tags: ['Members'],
    answers: { 200: answer('The sessions that have not ended.', Sessions, sessionsExample) },
    handle: async ({ session, workspaceId, params }) => {
      const { database, clock } = context;
      const member = await findWorkspaceMember(database, workspaceId, params.memberId);
      if (!member) return refuseUnknown('memberId', 'member');
      const sessions = await listSessionsOf(database, await loadMembershipsWith(database, member));
      return sessionsView(sessions, session.sessionHash, clock.now());
    },
  });

  routes.delete(path, {
    access: 'change:members',
    operationId: 'signOutMember',
    summary: 'Sign a member out everywhere',
    description: 'They stay a member and may sign in again. To keep them out, remove them.',
    tags: ['Members'],
    answers: noContent('Their sessions have ended.'),
    handle: ({ action, workspaceId, params }) => signOutMember(action, workspaceId, params.memberId),
  });
});
