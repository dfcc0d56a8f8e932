import { leaseTerms } from '../../core/lease.ts';
import { changeDelivery } from '../../core/webhooks/delivery.ts';
import {
  type DueDelivery,
  leaseDueDeliveries,
  lockDueDeliveries,
  updateDeliveries,
  type WantedDeliveries,
} from '../../storage/webhooks/deliveries.ts';
import {
  type EndpointKey,
  loadSealedEndpoints,
  type SealedEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import type { ActionContext } from '../context.ts';

export interface LeasedDelivery extends DueDelivery {
  readonly endpoint: SealedEndpoint;
}

/**
 * Leases the next deliveries of several endpoints, so many of each at most, in a constant number of statements. Senders
 * in any number of nodes may do this at once; each delivery goes to one of them. What waits for an endpoint that is
 * disabled or removed is cancelled instead.
 */
export async function leaseDeliveries(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  wanted: readonly WantedDeliveries[],
): Promise<readonly LeasedDelivery[]> {
  const terms = leaseTerms('webhookDelivery', now);
  return database.transaction().execute(async (transaction) => {
    const endpoints = await loadSealedEndpoints(transaction, wanted);
    const open = new Map(
      endpoints
        .filter(({ isRemoved, health }) => !isRemoved && health.disabled === null)
        .map((endpoint) => [endpointText(endpoint), endpoint]),
    );
    const isOpen = (key: EndpointKey) => open.has(endpointText(key));
    const closed = await lockDueDeliveries(
      transaction,
      wanted.filter((key) => !isOpen(key)),
      terms,
    );
    const cancelled = closed.flatMap((one) => {
      const delivery = changeDelivery(one.delivery, { type: 'cancel' }, now);
      return delivery ? [{ ...one, delivery }] : [];
    });
    await updateDeliveries(transaction, cancelled);
    const leased = await leaseDueDeliveries(transaction, wanted.filter(isOpen), terms);
    return leased.flatMap((one) => {
      const endpoint = open.get(endpointText(one));
      return endpoint ? [{ ...one, endpoint }] : [];
    });
  });
}

function endpointText({ workspaceId, endpointId }: EndpointKey): string {
  return `${workspaceId} ${endpointId}`;
}
