import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import {
  listSessionsOf,
  type StoredSession,
  updateSessionRevoked,
} from '../../storage/workspaces/sessions.ts';
import type { ActionContext } from '../context.ts';
import { recordSignOut } from './sign-out.ts';

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
