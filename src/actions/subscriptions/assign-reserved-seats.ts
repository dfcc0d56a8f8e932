import { isRefusal } from '../../core/refusal.ts';
import { foldUserName } from '../../core/user-name.ts';
import { findMember } from '../../storage/subscriptions/customers.ts';
import {
  deleteReservation,
  listReservations,
  listReservedSubscriptions,
} from '../../storage/subscriptions/seat-reservations.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { assignLockedSeat } from './assign-seat.ts';

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
