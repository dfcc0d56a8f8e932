import { updateSessionSeen } from '../../storage/workspaces/sessions.ts';
import type { ActionContext } from '../context.ts';

export async function recordSessionSeen(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  sessionHash: Uint8Array,
): Promise<void> {
  await updateSessionSeen(database, sessionHash, now);
}
