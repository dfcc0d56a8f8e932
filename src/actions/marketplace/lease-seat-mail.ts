import { timeOrderedId } from '../../core/identifiers.ts';
import { leaseMail } from '../../core/workspaces/mail-attempts.ts';
import {
  lockDueSeatMail,
  type StoredSeatMail,
  updateSeatMail,
} from '../../storage/marketplace/seat-mails.ts';
import type { ActionContext } from '../context.ts';

export interface LeasedSeatMail {
  readonly mail: StoredSeatMail;
  readonly mailId: string;
}

/** Leases the next mail about a reserved seat. Safe on any number of nodes at once. */
export async function leaseSeatMail({
  database,
  now,
  randomBytes,
}: ActionContext): Promise<LeasedSeatMail | undefined> {
  return database.transaction().execute(async (transaction) => {
    const due = await lockDueSeatMail(transaction, now);
    const leased = due && leaseMail(due, now);
    if (!leased) return undefined;
    const mail = { ...due, ...leased };
    await updateSeatMail(transaction, mail, due);
    return { mail, mailId: timeOrderedId(now, randomBytes) };
  });
}
