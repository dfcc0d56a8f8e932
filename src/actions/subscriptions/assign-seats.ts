import { isUuid } from '../../core/identifiers.ts';
import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { fillSeats, type SeatLine } from '../../core/subscriptions/seat-list.ts';
import { findMembersNamed } from '../../storage/subscriptions/customers.ts';
import { loadSeatedMemberIds } from '../../storage/subscriptions/seats.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { storeSeats } from './store-seats.ts';

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
