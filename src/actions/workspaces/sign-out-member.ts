import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { findWorkspaceMember, loadMembershipsWith } from '../../storage/workspaces/members.ts';
import { revokeSessionsOf } from '../../storage/workspaces/sessions.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Ends every session of another member, who may sign in again. */
export async function signOutMember(
  context: ActionContext,
  workspaceId: string,
  memberId: string,
): Promise<undefined | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const member = await findWorkspaceMember(database, workspaceId, memberId);
    if (!member) return refuseUnknown('memberId', 'member');
    await revokeSessionsOf(database, await loadMembershipsWith(database, member), context.now);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'member.signed_out',
      subject: { kind: 'Member', id: member.memberId },
      before: null,
      after: { email: member.email, everywhere: true },
    });
    return undefined;
  });
}
