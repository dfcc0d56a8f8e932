import { leaseTerms } from '../../core/lease.ts';
import { leaseMail as lease, type QueuedMail } from '../../core/workspaces/mail-queue.ts';
import { findDueMails, lockMail, saveMails } from '../../storage/workspaces/mails.ts';
import type { ActionContext } from '../context.ts';

export interface LeasedMail {
  readonly mail: QueuedMail;
  /** As it was before this attempt. */
  readonly before: QueuedMail;
}

/** So many due mails are looked at: other nodes may be leasing the first ones. */
const maxCandidates = 20;

/** Leases the mail that has been due the longest. Safe on any number of nodes at once. */
export async function leaseMail({ database, now }: ActionContext): Promise<LeasedMail | undefined> {
  for (const id of await findDueMails(database, leaseTerms('mail', now), maxCandidates)) {
    const leased = await database.transaction().execute(async (transaction) => {
      const before = await lockMail(transaction, id);
      const mail = before && lease(before, now);
      if (!mail) return undefined;
      await saveMails(transaction, [mail]);
      return { mail, before };
    });
    if (leased) return leased;
  }
  return undefined;
}
