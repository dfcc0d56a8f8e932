import { isCurrentLease } from '../../core/lease.ts';
import type { MailResponse } from '../../core/workspaces/mail.ts';
import { settleMail as settle } from '../../core/workspaces/mail-queue.ts';
import { lockMail, saveMails } from '../../storage/workspaces/mails.ts';
import { updateNoticesAsMailed } from '../../storage/workspaces/support-digests.ts';
import type { ActionContext } from '../context.ts';
import type { LeasedMail } from './lease-mail.ts';

/** Saves the mail server's response, if the lease is still valid. */
export async function settleMail(
  { database, now, randomBytes }: ActionContext,
  { mail }: LeasedMail,
  answer: MailResponse,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const stored = await lockMail(transaction, mail);
    const chance = (randomBytes(1)[0] ?? 0) / 256;
    const settled = stored && settle(stored, mail.attempts, answer, now, chance);
    if (!settled) return;
    await saveMails(transaction, [settled]);
    if (settled.kind === 'SupportDigest' && settled.sentAt) {
      await updateNoticesAsMailed(transaction, mail.workspaceId, mail.mailId, settled.sentAt);
    }
  });
}

/** Ends a leased mail that is not needed any more. Nothing was sent, so the attempt does not count. */
export async function cancelMail({ database }: ActionContext, { mail, before }: LeasedMail): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const stored = await lockMail(transaction, mail);
    if (!stored || !isCurrentLease(stored, mail.attempts)) return;
    await saveMails(transaction, [{ ...before, dueAt: null, leasedUntil: null }]);
  });
}
