import {
  addressesToMail,
  newSeatMail,
  seatMailLifetime,
  seatMailPeriod,
} from '../../core/marketplace/seat-mail.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import {
  countSeatMails,
  deleteSeatMailsBefore,
  insertSeatMails,
  listSeatMails,
  lockSeatMails,
} from '../../storage/marketplace/seat-mails.ts';
import type { ActionContext } from '../context.ts';
import type { Customer } from './lock-account.ts';

/** Queues the mails to addresses with a newly reserved seat, in the transaction that reserves them. */
export async function queueSeatMails(
  { database, now }: ActionContext,
  { connection: { connectionId }, user }: Customer,
  { workspaceId, subscriptionId, tenantId }: Subscription,
  addresses: readonly string[],
): Promise<void> {
  await lockSeatMails(database, workspaceId, tenantId);
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await deleteSeatMailsBefore(database, workspaceId, tenantId, before(seatMailLifetime));
  const earlier = await listSeatMails(database, workspaceId, [subscriptionId]);
  const mailed = new Set(earlier.map(({ address }) => address));
  const mailsOfTenant = await countSeatMails(database, workspaceId, tenantId, before(seatMailPeriod));
  const chosen = addressesToMail(addresses, { giver: user, tenantId, mailed, mailsOfTenant });
  const common = { workspaceId, subscriptionId, tenantId, givenBy: user.username, connectionId };
  const mails = chosen.map((address) => ({ ...newSeatMail(now), ...common, address }));
  await insertSeatMails(database, mails, now);
}
