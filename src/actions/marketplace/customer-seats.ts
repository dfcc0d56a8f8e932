import { isUuid, timeOrderedId } from '../../core/identifiers.ts';
import { readEmail } from '../../core/marketplace/purchases/buyer.ts';
import {
  addressesToMail,
  seatMailKey,
  seatMailLifetime,
  seatMailPeriod,
} from '../../core/marketplace/purchases/seat-mail.ts';
import { isRefusal } from '../../core/refusal.ts';
import {
  maxMembersByCustomers,
  maxRequestedSeats,
  type RequestedSeat,
  requestSeats,
} from '../../core/subscriptions/seat-request.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { isStorable } from '../../core/values/text.ts';
import { foldUserName } from '../../core/values/user-name.ts';
import { queueMail } from '../../core/workspaces/mail-queue.ts';
import { countMembers, findMembersNamed, type StoredMember } from '../../storage/subscriptions/customers.ts';
import {
  deleteReservation,
  insertReservations,
  listReservations,
} from '../../storage/subscriptions/seat-reservations.ts';
import { loadSeatedMemberIds } from '../../storage/subscriptions/seats.ts';
import {
  countSeatMails,
  deleteMailsBefore,
  listMails,
  lockSeatMails,
  saveMails,
} from '../../storage/workspaces/mails.ts';
import type { ActionContext } from '../context.ts';
import { ensureMember } from '../subscriptions/customers.ts';
import { assignLockedSeat, releaseLockedSeat, storeSeats } from '../subscriptions/seats.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { type Customer, lockAccount } from './account.ts';

/**
 * Assigns and reserves seats for a customer, each line on its own, in one transaction. Object ids that are no members yet
 * become members. Empty if the customer may not assign seats of the subscription.
 */
export async function requestCustomerSeats(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  people: readonly string[],
): Promise<readonly RequestedSeat[]> {
  return context.database.transaction().execute(async (database) => {
    const own = { ...context, database };
    const account = await lockAccount(own, customer, subscriptionId);
    if (!account?.rights.mayAssign) return [];
    const { subscription } = account;
    const { workspaceId, tenantId } = subscription;
    const asked = people.slice(0, maxRequestedSeats);
    const members = await findMembersNamed(database, workspaceId, tenantId, {
      objectIds: asked.filter(isUuid),
      emails: asked.filter((person) => !isUuid(person) && isStorable(person)),
    });
    const holders = await loadSeatedMemberIds(database, subscription);
    const reservations = await listReservations(database, workspaceId, [subscriptionId]);
    const reserved = new Set(reservations.map(({ email }) => email));
    const membersLeft = maxMembersByCustomers - (await countMembers(database, workspaceId, tenantId));
    const facts = { subscription, holders, reserved, members, membersLeft };
    const lines = requestSeats(people, facts, context.now);
    await storeSeats(own, subscription, await membersOf(own, subscription, lines, members), holders.size);
    await reserveSeats(own, customer, subscription, lines, reserved.size);
    return lines;
  });
}

async function membersOf(
  context: ActionContext,
  { workspaceId, tenantId }: Subscription,
  lines: readonly RequestedSeat[],
  known: readonly StoredMember[],
): Promise<readonly StoredMember[]> {
  const members: StoredMember[] = [];
  for (const line of lines) {
    if (line.outcome === 'Assigned') {
      const member = known.find(({ memberId }) => memberId === line.member.memberId);
      if (member) members.push(member);
    } else if (line.outcome === 'Added') {
      const { objectId } = line;
      const memberId = timeOrderedId(context.now, context.randomBytes);
      const added = { memberId, tenantId, objectId, email: null, isActive: true, isAdministrator: false };
      members.push(await ensureMember(context, workspaceId, added));
    }
  }
  return members;
}

async function reserveSeats(
  context: ActionContext,
  customer: Customer,
  subscription: Subscription,
  lines: readonly RequestedSeat[],
  reserved: number,
): Promise<void> {
  const emails = lines.flatMap((line) => (line.outcome === 'Reserved' ? [line.email] : []));
  if (emails.length === 0) return;
  const { workspaceId, subscriptionId, tenantId } = subscription;
  const reservations = emails.map((email) => ({ workspaceId, subscriptionId, tenantId, email }));
  await insertReservations(context.database, reservations, context.now);
  await queueSeatMails(context, customer, subscription, emails);
  await recordAudit(context, workspaceId, {
    action: 'seat.assigned',
    subject: { kind: 'Subscription', id: subscriptionId },
    before: { reserved },
    after: { reserved: reserved + emails.length },
  });
}

class NoSeatLeft extends Error {}

/**
 * Assigns the seat that is reserved for the user name of the signed-in user. Within its own tenant a user name identifies
 * the user. False if none is reserved, or if the partner has assigned the last free seat meanwhile.
 */
export async function acceptSeat(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
): Promise<boolean> {
  const { tenantId, objectId, username } = customer.user;
  const accept = context.database.transaction().execute(async (database) => {
    const own = { ...context, database };
    const account = await lockAccount(own, customer, subscriptionId);
    if (account?.subscription.tenantId !== tenantId) return false;
    const { subscription } = account;
    const { workspaceId } = subscription;
    const reservation = { workspaceId, subscriptionId, tenantId, email: foldUserName(username) };
    if (!(await deleteReservation(database, reservation))) return false;
    const memberId = timeOrderedId(context.now, context.randomBytes);
    const wanted = { tenantId, objectId, email: readEmail(username), isActive: true, isAdministrator: false };
    const member = await ensureMember(own, workspaceId, { ...wanted, memberId });
    const assigned = await assignLockedSeat(own, subscription, member.memberId, member);
    // The reservation stays until a seat is free.
    if (isRefusal(assigned)) throw new NoSeatLeft();
    return true;
  });
  return accept.catch((error: unknown) => {
    if (error instanceof NoSeatLeft) return false;
    throw error;
  });
}

/** Releases a seat for a customer, or cancels a reserved one. False: nothing has changed, as they may not or there is none. */
export async function releaseCustomerSeat(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  seat: { readonly memberId: string } | { readonly email: string },
): Promise<boolean> {
  return context.database.transaction().execute(async (database) => {
    const own = { ...context, database };
    const account = await lockAccount(own, customer, subscriptionId);
    if (!account?.rights.mayRelease) return false;
    const { workspaceId, tenantId } = account.subscription;
    if ('memberId' in seat) {
      const { wasAssigned } = await releaseLockedSeat(own, account.subscription, seat.memberId);
      return wasAssigned;
    }
    const { email } = seat;
    if (!isStorable(email)) return false;
    if (!(await deleteReservation(database, { workspaceId, subscriptionId, tenantId, email }))) return false;
    const reserved = (await listReservations(database, workspaceId, [subscriptionId])).length;
    await recordAudit(own, workspaceId, {
      action: 'seat.released',
      subject: { kind: 'Subscription', id: subscriptionId },
      before: { reserved: reserved + 1 },
      after: { reserved },
    });
    return true;
  });
}

/** Queues the mails to addresses with a newly reserved seat, in the transaction that reserves them. */
async function queueSeatMails(
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
