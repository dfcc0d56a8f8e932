import { resolveEntitlement } from '../../core/entitlements/entitlement.ts';
import { isUuid, timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { subscriptionAt } from '../../core/subscriptions/clock.ts';
import { checkSeatAssignment, fillSeats, type SeatLine } from '../../core/subscriptions/seat.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { foldUserName } from '../../core/values/user-name.ts';
import { eventData, type SeatMember } from '../../core/webhooks/event.ts';
import { findProductSlug } from '../../storage/catalogue/products.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import { loadEntitlement } from '../../storage/entitlements/entitlements.ts';
import { incrementVersion } from '../../storage/entitlements/versions.ts';
import { findMember, findMembersNamed, type StoredMember } from '../../storage/subscriptions/customers.ts';
import {
  deleteReservation,
  listReservations,
  listReservedSubscriptions,
} from '../../storage/subscriptions/seat-reservations.ts';
import {
  countSeats,
  deleteSeat,
  hasSeat,
  insertSeats,
  loadSeatedMemberIds,
} from '../../storage/subscriptions/seats.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import { insertEvents } from '../../storage/webhooks/events.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Locks the subscription, so that no more seats are assigned than were bought. */
export async function assignSeat(
  context: ActionContext,
  workspaceId: string,
  subscriptionId: string,
  memberId: string,
): Promise<{ readonly isNew: boolean } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const stored = await lockSubscription(database, workspaceId, subscriptionId);
    if (!stored) return refuseUnknown('subscriptionId', 'subscription');
    const member = await findMember(database, workspaceId, memberId);
    return assignLockedSeat({ ...context, database }, stored.subscription, memberId, member);
  });
}

/** In the transaction that has locked the subscription. */
export async function assignLockedSeat(
  context: ActionContext,
  subscription: Subscription,
  memberId: string,
  member: StoredMember | undefined,
): Promise<{ readonly isNew: boolean } | Refusal> {
  const { database, now } = context;
  const { workspaceId, subscriptionId, tenantId } = subscription;
  const seat = { workspaceId, subscriptionId, memberId, tenantId };
  if (await hasSeat(database, seat)) return { isNew: false };
  const assigned = await countSeats(database, seat);
  const refusal = checkSeatAssignment({ subscription, assigned, member }, now);
  if (refusal) return refusal;
  if (!member) throw new Error('The seat to assign has no member');
  await storeSeats(context, subscription, [member], assigned);
  return { isNew: true };
}

/**
 * Assigns seats to a list of members, each line on its own, in one transaction and a constant number of statements. The
 * subscription is locked, so that no more seats are assigned than were bought. One version, and an event for each seat.
 */
export async function assignSeats(
  context: ActionContext,
  workspaceId: string,
  subscriptionId: string,
  people: readonly string[],
): Promise<{ readonly lines: readonly SeatLine[] } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const stored = await lockSubscription(database, workspaceId, subscriptionId);
    if (!stored) return refuseUnknown('subscriptionId', 'subscription');
    const { subscription } = stored;
    const { tenantId } = subscription;
    const names = people.map((person) => person.trim());
    const members = await findMembersNamed(database, workspaceId, tenantId, {
      objectIds: names.filter(isUuid),
      emails: names.filter((name) => !isUuid(name)),
    });
    const holders = await loadSeatedMemberIds(database, { workspaceId, subscriptionId });
    const lines = fillSeats(people, { subscription, holders, members }, context.now);
    const byId = new Map(members.map((member) => [member.memberId, member]));
    const given = lines.flatMap(({ outcome, memberId }) => {
      const member = memberId === null ? undefined : byId.get(memberId);
      return outcome === 'Assigned' && member ? [member] : [];
    });
    await storeSeats({ ...context, database }, subscription, given, holders.size);
    return { lines };
  });
}

interface NewMember {
  readonly tenantId: string;
  readonly memberId: string;
  readonly email: string | null;
}

/**
 * Assigns the seats that a customer has reserved for the address of a member whom the partner has added. Each subscription
 * has a transaction of its own, because others lock the subscription before the member. Without a free seat the
 * reservation stays.
 */
export async function assignReservedSeats(
  context: ActionContext,
  workspaceId: string,
  { tenantId, memberId, email: address }: NewMember,
): Promise<void> {
  if (!address) return;
  const email = foldUserName(address);
  const reserved = { workspaceId, tenantId, email };
  for (const subscriptionId of await listReservedSubscriptions(context.database, reserved)) {
    await context.database.transaction().execute(async (database) => {
      const stored = await lockSubscription(database, workspaceId, subscriptionId);
      if (!stored) return;
      const reservations = await listReservations(database, workspaceId, [subscriptionId]);
      if (!reservations.some((reservation) => reservation.email === email)) return;
      const member = await findMember(database, workspaceId, memberId);
      const assigned = await assignLockedSeat(
        { ...context, database },
        stored.subscription,
        memberId,
        member,
      );
      if (!isRefusal(assigned)) await deleteReservation(database, { ...reserved, subscriptionId });
    });
  }
}

/** Releases a member's seat, in any state of the subscription. Without a seat nothing changes. */
export async function releaseSeat(
  context: ActionContext,
  workspaceId: string,
  subscriptionId: string,
  memberId: string,
): Promise<{ readonly wasAssigned: boolean } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const stored = await lockSubscription(database, workspaceId, subscriptionId);
    if (!stored) return refuseUnknown('subscriptionId', 'subscription');
    return releaseLockedSeat({ ...context, database }, stored.subscription, memberId);
  });
}

/** In the transaction that has locked the subscription. */
export async function releaseLockedSeat(
  context: ActionContext,
  subscription: Subscription,
  memberId: string,
): Promise<{ readonly wasAssigned: boolean }> {
  const { database } = context;
  const { workspaceId, subscriptionId, tenantId } = subscription;
  const seat = { workspaceId, subscriptionId, memberId, tenantId };
  const wasAssigned = await deleteSeat(database, seat);
  if (!wasAssigned) return { wasAssigned };
  const member = await findMember(database, workspaceId, memberId);
  if (!member) throw new Error('The seat to release has no member');
  await recordSeatChange(context, subscription, 'seat.released', [member]);
  const assigned = await countSeats(database, seat);
  await recordAudit(context, workspaceId, {
    action: 'seat.released',
    subject: { kind: 'Subscription', id: subscriptionId },
    before: { assigned: assigned + 1, members: [{ memberId, email: member.email }] },
    after: { assigned },
  });
  return { wasAssigned };
}

/**
 * Writes the entitlement's next version, an event for each seat, and the cache invalidation of assigned or released
 * seats.
 */
export async function recordSeatChange(
  { database, now, randomBytes }: ActionContext,
  subscription: Subscription,
  type: 'seat.assigned' | 'seat.released',
  members: readonly SeatMember[],
): Promise<void> {
  const { workspaceId, productId, tenantId, subscriptionId } = subscription;
  const { version } = await incrementVersion(database, { workspaceId, productId, tenantId }, now);
  const product = await findProductSlug(database, workspaceId, productId);
  const stored = await loadEntitlement(database, workspaceId, product, tenantId);
  const subscribed = stored?.facts.subscriptions.find(
    (candidate) => candidate.subscription.subscriptionId === subscriptionId,
  );
  if (!stored || !subscribed) throw new Error('The subscription is not among those of its tenant');
  const facts = {
    ...stored.facts,
    ...subscribed,
    subscription: subscriptionAt(subscription, now),
    previousPlan: null,
    accessLevel: resolveEntitlement(stored.facts, now).accessLevel,
    version,
  };
  await insertEvents(
    database,
    workspaceId,
    members.map((member) => ({
      eventId: timeOrderedId(now, randomBytes),
      type,
      occurredAt: now,
      data: eventData({ ...facts, member }),
    })),
  );
  const current = { productId, version };
  await announceChanges(database, [{ kind: 'entitlement', workspaceId, product, tenantId, current }]);
}

/**
 * Stores assigned seats in the transaction that has locked the subscription: one version, one audit entry, and an event
 * for each seat.
 *
 * @param assigned the number of seats before.
 */
export async function storeSeats(
  context: ActionContext,
  subscription: Subscription,
  members: readonly StoredMember[],
  assigned: number,
): Promise<void> {
  if (members.length === 0) return;
  const { workspaceId, subscriptionId, tenantId } = subscription;
  const seats = members.map(({ memberId }) => ({ workspaceId, subscriptionId, tenantId, memberId }));
  await insertSeats(context.database, seats, context.now);
  await recordSeatChange(context, subscription, 'seat.assigned', members);
  await recordAudit(context, workspaceId, {
    action: 'seat.assigned',
    subject: { kind: 'Subscription', id: subscriptionId },
    before: { assigned },
    after: {
      assigned: assigned + members.length,
      members: members.map(({ memberId, email }) => ({ memberId, email })),
    },
  });
}
