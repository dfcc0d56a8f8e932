import { maxSessionAge } from '../../core/workspaces/session.ts';
import { deleteSessionsBefore } from '../../storage/workspaces/sessions.ts';
import { deleteSignInLinksBefore } from '../../storage/workspaces/sign-in-links.ts';
import { deleteSpentSignInsBefore } from '../../storage/workspaces/spent-sign-ins.ts';
import type { ActionContext } from '../context.ts';

/** Deletes expired sessions, sign-in links and spent sign-in states. Returns how many. */
export async function deleteOldSessions({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  const outlivedAt = new Date(now.getTime() - maxSessionAge);
  const sessions = await deleteSessionsBefore(database, outlivedAt);
  const links = await deleteSignInLinksBefore(database, outlivedAt);
  return sessions + links + (await deleteSpentSignInsBefore(database, outlivedAt));
}
