import { accountUrl } from '../../core/marketplace/purchases/account.ts';
import { seatMail } from '../../core/marketplace/purchases/seat-mail.ts';
import { statusAt } from '../../core/subscriptions/clock.ts';
import { listAccountSubscriptions } from '../../storage/marketplace/accounts.ts';
import { findConnectionById } from '../../storage/marketplace/connections.ts';
import { listReservations } from '../../storage/subscriptions/seat-reservations.ts';
import type { MailTexts } from '../workspaces/send-mails.ts';

/** No text if the seat can no longer be accepted. */
export const seatMailText: MailTexts['ReservedSeat'] = async (
  { workspaceId, tenantId, facts },
  { action: { database, now }, publicUrl },
) => {
  const { subscriptionId, connectionId, address, givenBy } = facts;
  const connection = await findConnectionById(database, connectionId);
  if (!connection || connection.isSuspended || !tenantId) return undefined;
  const reserved = await listReservations(database, workspaceId, [subscriptionId]);
  if (!reserved.some(({ email }) => email === address)) return undefined;
  const { sourceName, workspaceName: seller } = connection;
  const question = { workspaceId, sourceName, tenantId, subscriptionId, limit: 1 };
  const [account] = await listAccountSubscriptions(database, question);
  if (!account || statusAt(account.subscription, now) !== 'Active') return undefined;
  const { productName, planName, applicationUrl } = account;
  const link = accountUrl({ publicUrl }, connectionId, subscriptionId);
  return seatMail({ address, givenBy, seller, productName, planName, applicationUrl, link });
};
