import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { invitationIssues, type WorkspaceMember } from '../../core/workspaces/member.ts';
import { findWorkspaceMember, updateInvitation } from '../../storage/workspaces/members.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { queueInvitation } from './queue-invitation.ts';
import { recordAudit } from './record-audit.ts';

/**
 * Extends an invitation by 7 days and queues its mail again.
 *
 * @param tenantId restricts the invitation to this tenant; undefined leaves it as it was.
 */
export async function renewInvitation(
  context: ActionContext,
  workspaceId: string,
  memberId: string,
  tenantId: string | undefined,
): Promise<WorkspaceMember | Refusal> {
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const member = await findWorkspaceMember(database, workspaceId, memberId);
    if (!member) return refuseUnknown('memberId', 'member');
    if (member.joinedAt !== null) return refuse('member.already_joined');
    const renewed = {
      ...member,
      tenantId: tenantId?.toLowerCase() ?? member.tenantId,
      invitedAt: context.now,
      revision: member.revision + 1,
    };
    const issues = invitationIssues(renewed);
    if (issues.length > 0) return refuseInvalid(issues);
    await updateInvitation(database, renewed);
    await queueInvitation({ ...context, database }, renewed);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'member.invitation_renewed',
      subject: { kind: 'Member', id: memberId },
      before: { email: member.email, tenantId: member.tenantId, invitedAt: member.invitedAt },
      after: { email: member.email, tenantId: renewed.tenantId, invitedAt: renewed.invitedAt },
    });
    return renewed;
  });
}
