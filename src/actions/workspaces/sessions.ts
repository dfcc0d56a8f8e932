import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { findWorkspaceMember, loadMembershipsWith } from '../../storage/workspaces/members.ts';
import {
  listSessionsOf,
  revokeSessionsOf,
  type StoredSession,
  updateSessionRevoked,
  updateSessionSeen,
} from '../../storage/workspaces/sessions.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Ends one of the person's sessions, on any device. */
export async function endSession(
  context: Omit<ActionContext, 'actor'>,
  { memberships }: StoredSession,
  sessionId: string,
  address: string,
): Promise<undefined | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const sessions = await listSessionsOf(database, memberships);
    const session = sessions.find((own) => own.sessionId === sessionId.toLowerCase());
    if (!session || session.revokedAt !== null) return refuseUnknown('sessionId', 'session');
    await updateSessionRevoked(database, session.sessionHash, context.now);
    await recordSignOut({ ...context, database }, memberships, address, { sessionId: session.sessionId });
    return undefined;
  });
}

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

/** Ends the session, or every session of the person on all devices. */
export async function signOut(
  context: Omit<ActionContext, 'actor'>,
  { sessionHash, memberships }: StoredSession,
  { everywhere, address }: { readonly everywhere: boolean; readonly address: string },
): Promise<void> {
  await context.database.transaction().execute(async (database) => {
    if (everywhere) await revokeSessionsOf(database, memberships, context.now);
    else await updateSessionRevoked(database, sessionHash, context.now);
    await recordSignOut({ ...context, database }, memberships, address, { everywhere });
  });
}

/** Adds an audit entry in every workspace of the session. */
async function recordSignOut(
  context: Omit<ActionContext, 'actor'>,
  memberships: StoredSession['memberships'],
  address: string,
  which: { readonly everywhere: boolean } | { readonly sessionId: string },
): Promise<void> {
  for (const { workspaceId, memberId, name, email } of memberships) {
    const actor = { kind: 'Member', id: memberId, name: name ?? email, address } as const;
    await recordAudit({ ...context, actor }, workspaceId, {
      action: 'member.signed_out',
      subject: { kind: 'Member', id: memberId },
      before: null,
      after: { email, ...which },
    });
  }
}

export async function recordSessionSeen(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  sessionHash: Uint8Array,
): Promise<void> {
  await updateSessionSeen(database, sessionHash, now);
}
