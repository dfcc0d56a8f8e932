import { timeOrderedId } from '../../core/identifiers.ts';
import { readEmail } from '../../core/marketplace/buyer.ts';
import { isRefusal } from '../../core/refusal.ts';
import { foldUserName } from '../../core/user-name.ts';
import { deleteReservation } from '../../storage/subscriptions/seat-reservations.ts';
import type { ActionContext } from '../context.ts';
import { assignLockedSeat } from '../subscriptions/assign-seat.ts';
import { ensureMember } from '../subscriptions/save-member.ts';
import { type Customer, lockAccount } from './lock-account.ts';

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
