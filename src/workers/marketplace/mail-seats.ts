import type { ActionContext } from '../../actions/context.ts';
import { leaseSeatMail } from '../../actions/marketplace/lease-seat-mail.ts';
import { cancelSeatMail, settleSeatMail } from '../../actions/marketplace/settle-seat-mail.ts';
import { accountUrl } from '../../core/marketplace/account-url.ts';
import { seatMail } from '../../core/marketplace/seat-mail.ts';
import { statusAt } from '../../core/subscriptions/clock.ts';
import type { MailSender } from '../../core/workspaces/mail.ts';
import type { Database } from '../../storage/database.ts';
import { listAccountSubscriptions } from '../../storage/marketplace/accounts.ts';
import { findConnectionById } from '../../storage/marketplace/connections.ts';
import type { StoredSeatMail } from '../../storage/marketplace/seat-mails.ts';
import { listReservations } from '../../storage/subscriptions/seat-reservations.ts';

export interface MailSeatsOptions {
  readonly context: () => ActionContext;
  readonly mailSender: MailSender;
  /** The service's own URL; null: not known yet. */
  readonly publicUrl: () => string | null;
  readonly onFailure: (error: unknown) => void;
}

/** Sends one mail about a reserved seat; true if more may be due. */
export function mailSeats(options: MailSeatsOptions): () => Promise<boolean> {
  const { context, mailSender, publicUrl, onFailure } = options;
  return async () => {
    const url = publicUrl();
    if (url === null) return false;
    const leased = await leaseSeatMail(context());
    if (!leased) return false;
    const { mail, mailId } = leased;
    const { workspaceId, subscriptionId, connectionId, address, givenBy } = mail;
    const seat = await findSeat(context(), mail);
    if (!seat) {
      await cancelSeatMail(context(), mail);
      return true;
    }
    const link = accountUrl({ publicUrl: url }, connectionId, subscriptionId);
    const answer = await mailSender.send({
      id: mailId,
      to: [address],
      ...seatMail({ ...seat, address, givenBy, link }),
    });
    await settleSeatMail(context(), mail, answer);
    if (answer.failure !== null) {
      onFailure(new Error(`A reserved seat of workspace ${workspaceId} was not mailed: ${answer.failure}`));
    }
    return true;
  };
}

/** Undefined if the seat can no longer be accepted. */
async function findSeat(
  { database, now }: { readonly database: Database; readonly now: Date },
  { workspaceId, subscriptionId, tenantId, connectionId, address }: StoredSeatMail,
) {
  const connection = await findConnectionById(database, connectionId);
  if (!connection || connection.isSuspended) return undefined;
  const reserved = await listReservations(database, workspaceId, [subscriptionId]);
  if (!reserved.some(({ email }) => email === address)) return undefined;
  const { sourceName, workspaceName: seller } = connection;
  const question = { workspaceId, sourceName, tenantId, subscriptionId, limit: 1 };
  const [account] = await listAccountSubscriptions(database, question);
  if (!account || statusAt(account.subscription, now) !== 'Active') return undefined;
  const { productName, planName, applicationUrl } = account;
  return { seller, productName, planName, applicationUrl };
}
