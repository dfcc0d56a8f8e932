import { isUuid, timeOrderedId } from '../../core/identifiers.ts';
import {
  maxMembersByCustomers,
  maxRequestedSeats,
  type RequestedSeat,
  requestSeats,
} from '../../core/subscriptions/seat-request.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { isStorable } from '../../core/text.ts';
import { countMembers, findMembersNamed, type StoredMember } from '../../storage/subscriptions/customers.ts';
import { insertReservations, listReservations } from '../../storage/subscriptions/seat-reservations.ts';
import { loadSeatedMemberIds } from '../../storage/subscriptions/seats.ts';
import type { ActionContext } from '../context.ts';
import { ensureMember } from '../subscriptions/save-member.ts';
import { storeSeats } from '../subscriptions/store-seats.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { type Customer, lockAccount } from './lock-account.ts';
import { queueSeatMails } from './queue-seat-mails.ts';

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
