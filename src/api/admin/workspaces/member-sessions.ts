import { signOutMember } from '../../../actions/workspaces/sessions.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { findWorkspaceMember, loadMembershipsWith } from '../../../storage/workspaces/members.ts';
import { listSessionsOf } from '../../../storage/workspaces/sessions.ts';
import { jsonResponse } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { noContent } from '../schemas.ts';
import { Sessions, sessionsExample, sessionsView } from './session-view.ts';

const path = '/workspaces/:workspaceId/members/:memberId/sessions';

/** The sessions of a colleague. Addresses are personal data, so only an administrator reads them. */
export const memberSessionRoutes = adminRoutes('Members', (routes, context) => {
  routes.get(path, {
    access: 'change:members',
    operationId: 'listMemberSessions',
    summary: "List a member's sessions",
    description: 'Every session with access to the workspace, also one that began in another workspace.',
    responses: { 200: jsonResponse('The sessions that have not ended.', Sessions, sessionsExample) },
    handle: async ({ raw, workspaceId, params }) => {
      const { database, clock } = context;
      const member = await findWorkspaceMember(database, workspaceId, params.memberId);
      if (!member) return refuseUnknown('memberId', 'member');
      const sessions = await listSessionsOf(database, await loadMembershipsWith(database, member));
      return sessionsView(sessions, raw.session?.sessionHash ?? null, clock.now());
    },
  });

  routes.delete(path, {
    access: 'change:members',
    operationId: 'signOutMember',
    summary: 'Sign a member out everywhere',
    description: 'The member may sign in again. To revoke access, remove the member.',
    responses: noContent('The sessions have ended.'),
    handle: ({ action, workspaceId, params }) => signOutMember(action, workspaceId, params.memberId),
  });
});
