import { makeBearerText } from '../core/admin-session.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import type { SignedInUser } from '../core/sign-in.ts';
import { takesInvitation, type WorkspaceMember } from '../core/workspace-member.ts';
import { hashSecret } from '../secrets/hash.ts';
import { insertSession } from '../storage/admin-sessions.ts';
import { loadMembershipsOf, lockInvitations, updateMemberJoined } from '../storage/workspace-members.ts';
import type { ActionContext } from './context.ts';
import { recordAudit } from './record-audit.ts';

export interface StartedSession {
  /** What the browser carries; stored nowhere. */
  readonly sessionText: string;
  readonly memberId: string;
}

/**
 * Begins a session for somebody whom the identity provider has told us of. Invitations that are theirs are taken on
 * the way, in every workspace where they are no member yet.
 */
export async function signInMember(
  context: Omit<ActionContext, 'actor'>,
  user: SignedInUser,
  address: string,
): Promise<StartedSession | Refusal> {
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const invitations = await lockInvitations(database, user.username);
    const memberships = [...(await loadMembershipsOf(database, user))];
    for (const invitation of invitations.filter((invited) => takesInvitation(invited, user, now))) {
      if (memberships.some(({ workspaceId }) => workspaceId === invitation.workspaceId)) continue;
      const joined = { ...invitation, ...identityOf(user), joinedAt: now };
      await updateMemberJoined(database, joined);
      await recordAudit({ ...context, database, actor: actorOf(joined, address) }, joined.workspaceId, {
        action: 'member.joined',
        subject: { kind: 'Member', id: joined.memberId },
        before: { email: invitation.email, tenantId: invitation.tenantId },
        after: { email: invitation.email, ...identityOf(user) },
      });
      memberships.push(joined);
    }
    const [home] = memberships;
    if (!home) return refuse('auth.not_a_member');
    const sessionText = makeBearerText(randomBytes);
    await insertSession(database, { ...home, sessionHash: hashSecret(sessionText) }, now);
    return { sessionText, memberId: home.memberId };
  });
}

const longestName = 200;

function identityOf({ name, tenantId, objectId }: SignedInUser) {
  return { name: name.trim().slice(0, longestName) || null, tenantId, objectId };
}

function actorOf({ memberId, name, email }: WorkspaceMember, address: string) {
  return { kind: 'Member', id: memberId, name: name ?? email, address } as const;
}
