import { timeOrderedId } from '../../core/identifiers.ts';
import {
  addressesToMail,
  seatMailKey,
  seatMailLifetime,
  seatMailPeriod,
} from '../../core/marketplace/seat-mail.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { queueMail } from '../../core/workspaces/mail-queue.ts';
import {
  countSeatMails,
  deleteMailsBefore,
  listMails,
  lockSeatMails,
  saveMails,
} from '../../storage/workspaces/mails.ts';
import type { ActionContext } from '../context.ts';
import type { Customer } from './lock-account.ts';

/** Queues the mails to addresses with a newly reserved seat, in the transaction that reserves them. */
export async function queueSeatMails(
  { database, now, randomBytes }: ActionContext,
  { connection: { connectionId }, user }: Customer,
  { workspaceId, subscriptionId, tenantId }: Subscription,
  addresses: readonly string[],
): Promise<void> {
  await lockSeatMails(database, workspaceId, tenantId);
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const kind = 'ReservedSeat';
  await deleteMailsBefore(database, before(seatMailLifetime), { kind, workspaceId, tenantId });
  const keyOf = (address: string) => seatMailKey(subscriptionId, address);
  const earlier = await listMails(database, workspaceId, kind, addresses.map(keyOf));
  const mailed = new Set(earlier.map(({ facts }) => facts.address));
  const mailsOfTenant = await countSeatMails(database, workspaceId, tenantId, before(seatMailPeriod));
  const chosen = addressesToMail(addresses, { giver: user, tenantId, mailed, mailsOfTenant });
  const mails = chosen.map((address) => {
    const facts = { subscriptionId, address, givenBy: user.username, connectionId };
    const mailId = timeOrderedId(now, randomBytes);
    const key = keyOf(address);
    return queueMail({ workspaceId, mailId, kind, key, tenantId, facts, recipients: [address] }, now);
  });
  await saveMails(database, mails);
}
