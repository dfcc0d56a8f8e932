import { timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import {
  checkAdministratorLeft,
  invitationIssues,
  roleChangeIssues,
  type WorkspaceMember,
} from '../../core/workspaces/member.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import { countMembers } from '../../storage/workspaces/counts.ts';
import {
  findWorkspaceMember,
  insertMember,
  isMemberEmailTaken,
  loadMembersWithRole,
  updateInvitation,
  updateMemberRemoved,
  updateMemberRole,
} from '../../storage/workspaces/members.ts';
import { revokeSessionsOf } from '../../storage/workspaces/sessions.ts';
import { loadWorkspaceSettings, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { queueInvitation } from './queue-invitation.ts';
import { recordAudit } from './record-audit.ts';

export interface Invitation {
  readonly email: string;
  readonly role: MemberRole;
  /** The only tenant that may accept; null: any. Required for an administrator. */
  readonly tenantId: string | null;
}

/** Invites a user name and queues the mail; its owner becomes a member by signing in within 7 days. */
export async function inviteMember(
  context: ActionContext,
  workspaceId: string,
  { role, ...invitation }: Invitation,
): Promise<WorkspaceMember | Refusal> {
  const email = invitation.email.trim();
  const tenantId = invitation.tenantId?.toLowerCase() ?? null;
  const issues = invitationIssues({ email, role, tenantId });
  if (issues.length > 0) return refuseInvalid(issues);
  const memberId = timeOrderedId(context.now, context.randomBytes);
  const member: WorkspaceMember = {
    workspaceId,
    memberId,
    email,
    name: null,
    role,
    tenantId,
    objectId: null,
    invitedAt: context.now,
    joinedAt: null,
    revision: 1,
  };
  const invited = context.database.transaction().execute(async (database) => {
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const present = await countMembers(database, workspaceId);
    const full = checkWorkspaceLimit(partnerPlan, 'members and invitations', present);
    // The operator's command ignores the limit: a full workspace without administrators could not be recovered
    // otherwise.
    if (full && context.actor?.kind !== 'Command') return full;
    await insertMember(database, member);
    await queueInvitation({ ...context, database }, member);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'member.invited',
      subject: { kind: 'Member', id: memberId },
      before: null,
      after: { email, role, tenantId },
    });
    return member;
  });
  return invited.catch((error: unknown) => {
    if (!isMemberEmailTaken(error)) throw error;
    return refuseInvalid([
      { path: 'email', rule: 'unique', message: 'belongs to a member of the workspace, invited or joined' },
    ]);
  });
}

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
