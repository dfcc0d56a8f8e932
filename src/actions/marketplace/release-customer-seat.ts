import { isStorable } from '../../core/text.ts';
import { deleteReservation, listReservations } from '../../storage/subscriptions/seat-reservations.ts';
import type { ActionContext } from '../context.ts';
import { releaseLockedSeat } from '../subscriptions/release-seat.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { type Customer, lockAccount } from './lock-account.ts';

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
