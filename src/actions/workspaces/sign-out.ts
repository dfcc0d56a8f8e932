import {
  revokeSessionsOf,
  type StoredSession,
  updateSessionRevoked,
} from '../../storage/workspaces/sessions.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

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
export async function recordSignOut(
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
