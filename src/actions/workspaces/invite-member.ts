import { timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuseInvalid } from '../../core/refusal.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { invitationIssues, type WorkspaceMember } from '../../core/workspaces/member.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import { countMembers } from '../../storage/workspaces/counts.ts';
import { insertMember, isMemberEmailTaken } from '../../storage/workspaces/members.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
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
