import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { checkAdministratorLeft } from '../../core/workspaces/member.ts';
import {
  findWorkspaceMember,
  loadMembersWithRole,
  updateMemberRemoved,
} from '../../storage/workspaces/members.ts';
import { revokeSessionsOf } from '../../storage/workspaces/sessions.ts';
import { loadWorkspaceSettings, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Removes a member or an invitation, and ends the sessions that began with it. */
export async function removeMember(
  context: ActionContext,
  workspaceId: string,
  memberId: string,
): Promise<{ readonly removedAt: Date } | Refusal> {
  const { now } = context;
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const member = await findWorkspaceMember(database, workspaceId, memberId);
    if (!member) return refuseUnknown('memberId', 'member');
    const administrators = await loadMembersWithRole(database, workspaceId, member.role);
    const { signInTenants } = await loadWorkspaceSettings(database, workspaceId);
    const refusal = checkAdministratorLeft(administrators, signInTenants, member);
    if (refusal) return refusal;
    await updateMemberRemoved(database, member, now);
    await revokeSessionsOf(database, [member], now);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'member.removed',
      subject: { kind: 'Member', id: memberId },
      before: { email: member.email, name: member.name, role: member.role },
      after: null,
    });
    return { removedAt: now };
  });
}
