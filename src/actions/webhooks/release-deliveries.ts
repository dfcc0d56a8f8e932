import { changeDelivery } from '../../core/webhooks/delivery.ts';
import { releaseClaims, type StoredDelivery } from '../../storage/webhooks/deliveries.ts';
import type { ActionContext } from '../context.ts';

/** Gives back deliveries that were claimed and will not be sent, so that the next sender need not wait for the lease to end. */
export async function releaseDeliveries(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  claimed: readonly StoredDelivery[],
): Promise<void> {
  const released = claimed.flatMap(({ workspaceId, endpointId, eventId, delivery: held }) => {
    const delivery = changeDelivery(held, { type: 'release', claim: held.claims }, now);
    return delivery ? [{ workspaceId, endpointId, eventId, delivery }] : [];
  });
  await releaseClaims(database, released);
}
