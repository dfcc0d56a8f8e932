import { isCurrent } from '../../core/entity-tag.ts';
import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import {
  checkAdministratorLeft,
  roleChangeIssues,
  type WorkspaceMember,
} from '../../core/workspaces/member.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import {
  findWorkspaceMember,
  loadMembersWithRole,
  updateMemberRole,
} from '../../storage/workspaces/members.ts';
import { loadWorkspaceSettings, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Locks the workspace: two administrators who demote each other at once must not both succeed. */
export async function changeMemberRole(
  context: ActionContext,
  workspaceId: string,
  memberId: string,
  role: MemberRole,
  expectedRevision: number | 'any',
): Promise<WorkspaceMember | Refusal> {
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const member = await findWorkspaceMember(database, workspaceId, memberId);
    if (!member) return refuseUnknown('memberId', 'member');
    if (!isCurrent(member, expectedRevision)) return refuse('request.precondition_failed');
    if (member.role === role) return member;
    const issues = roleChangeIssues(member, role);
    if (issues.length > 0) return refuseInvalid(issues);
    const administrators = await loadMembersWithRole(database, workspaceId, member.role);
    const { signInTenants } = await loadWorkspaceSettings(database, workspaceId);
    const refusal = checkAdministratorLeft(administrators, signInTenants, member);
    if (refusal) return refusal;
    await updateMemberRole(database, member, role);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'member.role_changed',
      subject: { kind: 'Member', id: memberId },
      before: { email: member.email, role: member.role },
      after: { email: member.email, role },
    });
    return { ...member, role, revision: member.revision + 1 };
  });
}
