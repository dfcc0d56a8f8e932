import { isStorable } from '../../core/text.ts';
import { deleteReservation, listReservations } from '../../storage/subscriptions/seat-reservations.ts';
import type { ActionContext } from '../context.ts';
import { releaseLockedSeat } from '../subscriptions/release-seat.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { type Customer, lockAccount } from './lock-account.ts';

/** Releases a seat for a customer, or cancels a reserved one. Nothing changes if they may not. */
export async function releaseCustomerSeat(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  seat: { readonly memberId: string } | { readonly email: string },
): Promise<void> {
  await context.database.transaction().execute(async (database) => {
    const own = { ...context, database };
    const account = await lockAccount(own, customer, subscriptionId);
    if (!account?.rights.mayRelease) return;
    const { workspaceId, tenantId } = account.subscription;
    if ('memberId' in seat) {
      await releaseLockedSeat(own, account.subscription, seat.memberId);
      return;
    }
    const { email } = seat;
    if (!isStorable(email)) return;
    if (!(await deleteReservation(database, { workspaceId, subscriptionId, tenantId, email }))) return;
    const reserved = (await listReservations(database, workspaceId, [subscriptionId])).length;
    await recordAudit(own, workspaceId, {
      action: 'seat.released',
      subject: { kind: 'Subscription', id: subscriptionId },
      before: { reserved: reserved + 1 },
      after: { reserved },
    });
  });
}
