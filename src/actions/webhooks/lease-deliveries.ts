import { isCurrentLane } from '../../core/lane-lease.ts';
import { leaseTerms } from '../../core/lease.ts';
import { changeDelivery } from '../../core/webhooks/delivery.ts';
import {
  type DueDelivery,
  loadDueDeliveries,
  lockDeliveries,
  updateDeliveries,
  type WantedDeliveries,
} from '../../storage/webhooks/deliveries.ts';
import { loadSealedEndpoints, type SealedEndpoint } from '../../storage/webhooks/endpoints.ts';
import { lockLanes, type TakenLane, takeLanes } from '../../storage/webhooks/leases.ts';
import type { ActionContext } from '../context.ts';

export interface LeasedDelivery extends DueDelivery {
  readonly endpoint: SealedEndpoint;
  readonly token: number;
}

type Context = Pick<ActionContext, 'database' | 'now'>;

export interface LeaseRequest {
  readonly workspaceId: string;
  /** The random id of the worker. */
  readonly holder: string;
  readonly wanted: readonly WantedDeliveries[];
}

/**
 * Takes the lanes of a workspace's endpoints, and reads the next deliveries of each. One worker at a time has the lane
 * of an endpoint, and may take more under its lease. Deliveries of a disabled or removed endpoint are cancelled
 * instead. Also returns the lanes: one without deliveries must be ended.
 */
export async function leaseDeliveries(
  context: Context,
  { workspaceId, holder, wanted }: LeaseRequest,
): Promise<{ readonly lanes: readonly TakenLane[]; readonly leased: readonly LeasedDelivery[] }> {
  const { database, now } = context;
  const terms = leaseTerms('webhookDelivery', now);
  const ids = wanted.map(({ endpointId }) => endpointId);
  const lanes = await takeLanes(database, workspaceId, ids, holder, terms);
  if (lanes.length === 0) return { lanes, leased: [] };
  // After the take, so that deliveries settled before it are not read again.
  const taken = new Map(lanes.map(({ endpointId, token }) => [endpointId, token]));
  const [endpoints, due] = await Promise.all([
    loadSealedEndpoints(database, workspaceId, [...taken.keys()]),
    loadDueDeliveries(
      database,
      workspaceId,
      wanted.filter(({ endpointId }) => taken.has(endpointId)),
      now,
    ),
  ]);
  const leased: LeasedDelivery[] = [];
  for (const endpoint of endpoints) {
    const token = taken.get(endpoint.endpointId) ?? 0;
    const own = due.filter(({ endpointId }) => endpointId === endpoint.endpointId);
    const isOpen = !endpoint.isRemoved && endpoint.health.disabled === null;
    if (isOpen) leased.push(...own.map((one) => ({ ...one, endpoint, token })));
    else if (own.length > 0) await cancel(context, endpoint, token, own);
  }
  return { lanes, leased };
}

async function cancel(
  { database, now }: Context,
  endpoint: SealedEndpoint,
  token: number,
  due: readonly DueDelivery[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const lanes = await lockLanes(transaction, endpoint.workspaceId, [endpoint.endpointId]);
    const lane = lanes.get(endpoint.endpointId);
    if (!lane || !isCurrentLane(lane, token)) return;
    const stored = await lockDeliveries(
      transaction,
      endpoint,
      due.map(({ eventId }) => eventId),
    );
    const cancelled = stored.flatMap((one) => {
      const delivery = changeDelivery(one.delivery, { type: 'cancel' }, now);
      return delivery ? [{ ...one, delivery }] : [];
    });
    await updateDeliveries(transaction, endpoint, cancelled);
  });
}
