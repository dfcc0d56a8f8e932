import { revokeSessionsOf, type StoredSession, updateSessionRevoked } from '../storage/admin-sessions.ts';
import type { ActionContext } from './context.ts';

/** Ends the session, or every session of the person, on whatever machine it was begun. */
export async function signOut(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  { sessionHash, memberships }: StoredSession,
  { everywhere }: { readonly everywhere: boolean },
): Promise<void> {
  if (everywhere) await revokeSessionsOf(database, memberships, now);
  else await updateSessionRevoked(database, sessionHash, now);
}
