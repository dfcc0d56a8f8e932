import { changeDelivery } from '../core/webhook-delivery.ts';
import { type DueDelivery, lockDueDeliveries, updateDeliveries } from '../storage/webhook-deliveries.ts';
import { type EndpointKey, loadSealedEndpoints, type SealedEndpoint } from '../storage/webhook-endpoints.ts';
import type { ActionContext } from './context.ts';

export interface ClaimedDelivery extends DueDelivery {
  readonly endpoint: SealedEndpoint;
}

/**
 * Takes the next deliveries of several endpoints, so many of each at most, in a constant number of statements. Senders
 * in any number of nodes may do this at once; each delivery goes to one of them. What waits for an endpoint that is
 * disabled or removed is cancelled instead.
 */
export async function claimDeliveries(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  wanted: readonly (EndpointKey & { readonly most: number })[],
): Promise<readonly ClaimedDelivery[]> {
  return database.transaction().execute(async (transaction) => {
    const due = await lockDueDeliveries(transaction, wanted, now);
    if (due.length === 0) return [];
    const endpoints = await loadSealedEndpoints(transaction, wanted);
    const byKey = new Map(endpoints.map((endpoint) => [endpointText(endpoint), endpoint]));
    const claimed: ClaimedDelivery[] = [];
    const cancelled: DueDelivery[] = [];
    for (const one of due) {
      const endpoint = byKey.get(endpointText(one));
      const isOpen = endpoint !== undefined && !endpoint.isRemoved && endpoint.health.disabled === null;
      const delivery = changeDelivery(one.delivery, { type: isOpen ? 'claim' : 'cancel' }, now);
      if (!delivery) continue;
      if (isOpen) claimed.push({ ...one, delivery, endpoint });
      else cancelled.push({ ...one, delivery });
    }
    await updateDeliveries(transaction, [...claimed, ...cancelled]);
    return claimed;
  });
}

function endpointText({ workspaceId, endpointId }: EndpointKey): string {
  return `${workspaceId} ${endpointId}`;
}
