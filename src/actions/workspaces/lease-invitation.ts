import { timeOrderedId } from '../../core/identifiers.ts';
import { leaseInvitationMail } from '../../core/workspaces/invitation-mail.ts';
import { openInvitationsSince } from '../../core/workspaces/member.ts';
import {
  type DueInvitation,
  lockDueInvitation,
  updateInvitationMail,
} from '../../storage/workspaces/invitation-mails.ts';
import type { ActionContext } from '../context.ts';

export interface LeasedInvitation extends DueInvitation {
  readonly mailId: string;
}

/** Leases the next invitation to mail. Safe on any number of nodes at once. */
export async function leaseInvitation({
  database,
  now,
  randomBytes,
}: ActionContext): Promise<LeasedInvitation | undefined> {
  return database.transaction().execute(async (transaction) => {
    const due = await lockDueInvitation(transaction, now, openInvitationsSince(now));
    const leased = due && leaseInvitationMail(due.mail, now);
    if (!leased) return undefined;
    const mail = { ...due.mail, ...leased };
    await updateInvitationMail(transaction, mail, due.mail);
    return { ...due, mail, mailId: timeOrderedId(now, randomBytes) };
  });
}
