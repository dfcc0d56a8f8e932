import { settleDigest } from '../../core/workspaces/digest-sending.ts';
import type { MailAnswer } from '../../core/workspaces/mail.ts';
import {
  lockDigest,
  type StoredDigest,
  updateDigest,
  updateNoticesAsMailed,
} from '../../storage/workspaces/support-digests.ts';
import type { ActionContext } from '../context.ts';

/** Saves the mail server's response, if the lease is still valid. */
export async function settleSupportDigest(
  { database, now, randomBytes }: ActionContext,
  sent: StoredDigest,
  answer: MailAnswer,
): Promise<void> {
  const { workspaceId, digest } = sent;
  await database.transaction().execute(async (transaction) => {
    const stored = await lockDigest(transaction, workspaceId, digest.digestId);
    const chance = (randomBytes(1)[0] ?? 0) / 256;
    const settled = stored && settleDigest(stored.digest, digest.attempts, answer, now, chance);
    if (!settled) return;
    await updateDigest(transaction, { workspaceId, digest: settled });
    if (settled.takenAt) {
      await updateNoticesAsMailed(transaction, workspaceId, digest.digestId, settled.takenAt);
    }
  });
}
