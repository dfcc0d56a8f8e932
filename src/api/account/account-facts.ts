import { loadMeterUse, type MeterUse } from '../../actions/usage/meter-use.ts';
import { isUuid } from '../../core/identifiers.ts';
import {
  type AccountAccess,
  type AccountRights,
  accountAccess,
  accountRights,
} from '../../core/marketplace/purchases/account.ts';
import { seatMailKey } from '../../core/marketplace/purchases/seat-mail.ts';
import { subscriptionAt } from '../../core/subscriptions/clock.ts';
import { isSameUserName } from '../../core/values/user-name.ts';
import { type MailState, mailState } from '../../core/workspaces/mail-queue.ts';
import { type AccountSubscription, listAccountSubscriptions } from '../../storage/marketplace/accounts.ts';
import { findConnectionById } from '../../storage/marketplace/connections.ts';
import { findMemberOfTenant } from '../../storage/subscriptions/customers.ts';
import { listReservations } from '../../storage/subscriptions/seat-reservations.ts';
import { loadSeats } from '../../storage/subscriptions/seats.ts';
import { listMeters } from '../../storage/usage/meters.ts';
import { listMails } from '../../storage/workspaces/mails.ts';
import type { AccountContext } from './account-context.ts';
import type { AccountArrival, AccountConnection, AccountVisit } from './account-visit.ts';

/** Enough for every customer, and a bound on what a page reads. */
const maxSubscriptions = 50;
const maxMeters = 200;

/** A seat that waits for the person with the address. */
export interface ReservedSeat {
  readonly email: string;
  readonly mail: MailState;
}

interface AccountSeats {
  readonly total: number;
  readonly assigned: number;
  readonly reserved: readonly ReservedSeat[];
  /** Of the signed-in user; null in a view, which is nobody's. */
  readonly own: 'Assigned' | 'Reserved' | 'None' | null;
}

/** A subscription as the visitor sees it. */
export interface ShownSubscription extends AccountSubscription {
  readonly access: AccountAccess;
  readonly rights: AccountRights;
  readonly seats: AccountSeats;
  readonly meters: readonly MeterUse[];
}

/** In a view, the page is that of an administrator of the customer who has no seat and has bought nothing. */
const nobody = '00000000-0000-0000-0000-000000000000';
const administrator = { isActive: true, isAdministrator: true };

/** The subscriptions that the visitor may see, or the one that is asked for. */
export async function loadAccount(
  { database, clock, mailsNotices }: Pick<AccountContext, 'clock' | 'database' | 'mailsNotices'>,
  { connection: { workspaceId, sourceName }, visit }: AccountArrival,
  subscriptionId?: string,
): Promise<readonly ShownSubscription[]> {
  const now = clock.now();
  const user = visit.view ? { tenantId: visit.view.tenantId, objectId: nobody } : visit.user;
  const { tenantId } = user;
  const question = { workspaceId, sourceName, tenantId, subscriptionId, limit: maxSubscriptions };
  const found = await listAccountSubscriptions(database, question);
  if (found.length === 0) return [];
  const ids = found.map(({ subscription }) => subscription.subscriptionId);
  const [member, assigned, reservations, meters] = await Promise.all([
    visit.view ? administrator : findMemberOfTenant(database, workspaceId, user),
    loadSeats(database, workspaceId, ids, user.objectId),
    listReservations(database, workspaceId, ids),
    listMeters(database, workspaceId, { subscriptionIds: ids, limit: maxMeters }),
  ]);
  const keys = reservations.map((one) => seatMailKey(one.subscriptionId, one.email));
  const [mails, uses] = await Promise.all([
    mailsNotices ? listMails(database, workspaceId, 'ReservedSeat', keys) : [],
    loadMeterUse(database, workspaceId, meters, now),
  ]);
  return found.flatMap((account) => {
    const subscription = subscriptionAt(account.subscription, now);
    const { licenceModel, buyers } = account;
    const access = accountAccess({ user, member, tenantId: subscription.tenantId, buyers });
    if (access === 'None') return [];
    const seats = assigned.find((one) => one.subscriptionId === subscription.subscriptionId);
    const reserved = reservations
      .filter((one) => one.subscriptionId === subscription.subscriptionId)
      .map(({ subscriptionId: id, email }) => {
        const mail = mails.find(({ key }) => key === seatMailKey(id, email));
        return { email, mail: mailState(mail) };
      });
    const own = ownSeat(visit, subscription.tenantId, seats?.isAssigned ?? false, reserved);
    return [
      {
        ...account,
        subscription,
        access,
        rights: accountRights(access, { status: subscription.status, licenceModel }),
        seats: { total: subscription.quantity ?? 0, assigned: seats?.assigned ?? 0, reserved, own },
        meters: uses.filter((use) => use.subscriptionId === subscription.subscriptionId),
      },
    ];
  });
}

/** A user of another tenant, such as a reseller's, has no seat. */
function ownSeat(
  visit: AccountVisit,
  tenantId: string,
  isAssigned: boolean,
  reserved: readonly ReservedSeat[],
): AccountSeats['own'] {
  if (visit.view) return null;
  const { user } = visit;
  if (user.tenantId !== tenantId) return 'None';
  if (isAssigned) return 'Assigned';
  return reserved.some(({ email }) => isSameUserName(email, user.username)) ? 'Reserved' : 'None';
}

export async function findAccountConnection(
  { database }: Pick<AccountContext, 'database'>,
  connectionId: string,
): Promise<AccountConnection | undefined> {
  if (!isUuid(connectionId)) return undefined;
  const stored = await findConnectionById(database, connectionId);
  if (!stored) return undefined;
  const { workspaceId, workspaceName, sourceName, isSuspended } = stored;
  return { workspaceId, workspaceName, connectionId: stored.connectionId, sourceName, isSuspended };
}
