import { changeDelivery } from '../../core/webhooks/delivery.ts';
import { releaseLeases, type StoredDelivery } from '../../storage/webhooks/deliveries.ts';
import type { ActionContext } from '../context.ts';

/** Releases deliveries that were leased and will not be sent, so that the next sender need not wait for the lease to expire. */
export async function releaseDeliveries(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  leased: readonly StoredDelivery[],
): Promise<void> {
  const released = leased.flatMap(({ workspaceId, endpointId, eventId, delivery: taken }) => {
    const delivery = changeDelivery(taken, { type: 'release', attempt: taken.attempts }, now);
    return delivery ? [{ workspaceId, endpointId, eventId, delivery }] : [];
  });
  await releaseLeases(database, released);
}
