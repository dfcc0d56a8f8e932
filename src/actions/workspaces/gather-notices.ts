import { timeOrderedId } from '../../core/identifiers.ts';
import { queueMail } from '../../core/workspaces/mail-queue.ts';
import { digestPauseMilliseconds } from '../../core/workspaces/support-digest.ts';
import {
  findWorkspacesToMail,
  insertDigest,
  lockConfirmedAddresses,
} from '../../storage/workspaces/support-digests.ts';
import type { ActionContext } from '../context.ts';

/** The maximum of one digest; further notices are in the next one. */
const maxNotices = 10_000;

/**
 * Queues a digest of the notices since the last one, for each workspace that may have one. Its notices are fixed here. Safe
 * on any number of nodes at once. Returns the number of digests.
 */
export async function gatherNotices({ database, now, randomBytes }: ActionContext): Promise<number> {
  const lastMadeBefore = new Date(now.getTime() - digestPauseMilliseconds);
  let count = 0;
  for (const workspaceId of await findWorkspacesToMail(database, lastMadeBefore, 'any')) {
    const isQueued = await database.transaction().execute(async (transaction) => {
      const recipients = await lockConfirmedAddresses(transaction, workspaceId);
      // Checked again under the lock: another node may have made a digest meanwhile.
      const [found] = await findWorkspacesToMail(transaction, lastMadeBefore, { workspaceId });
      if (!recipients?.length || !found) return false;
      const mailId = timeOrderedId(now, randomBytes);
      const digest = {
        workspaceId,
        mailId,
        kind: 'SupportDigest',
        key: mailId,
        facts: {},
        recipients,
      } as const;
      return insertDigest(transaction, queueMail(digest, now), maxNotices);
    });
    if (isQueued) count++;
  }
  return count;
}
