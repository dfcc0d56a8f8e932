import { isCurrentLane, leaseTerms } from '../../core/lease.ts';
import { changeDelivery } from '../../core/webhooks/delivery.ts';
import { webhookPayload } from '../../core/webhooks/event.ts';
import type { Database } from '../../storage/database.ts';
import {
  loadDueDeliveries,
  lockDeliveries,
  type StoredDelivery,
  updateDeliveries,
  type WantedDeliveries,
} from '../../storage/webhooks/deliveries.ts';
import { loadSealedEndpoints, type SealedEndpoint } from '../../storage/webhooks/endpoints.ts';
import { loadEvents } from '../../storage/webhooks/events.ts';
import { endLanes, lockLanes, type TakenLane, takeLanes } from '../../storage/webhooks/leases.ts';
import type { ActionContext } from '../context.ts';

export interface LeasedDelivery extends StoredDelivery {
  readonly endpoint: SealedEndpoint;
  readonly token: number;
  /** What is posted; deliveries of one event share it. */
  readonly body: string;
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
  const open = new Map<string, SealedEndpoint>();
  for (const endpoint of endpoints) {
    if (!endpoint.isRemoved && endpoint.health.disabled === null) open.set(endpoint.endpointId, endpoint);
    else await cancel(context, endpoint, taken.get(endpoint.endpointId), due);
  }
  const bodies = await loadBodies(
    database,
    workspaceId,
    due.filter(({ endpointId }) => open.has(endpointId)),
  );
  const leased = due.flatMap(({ endpointId, eventId, delivery }) => {
    const endpoint = open.get(endpointId);
    const token = taken.get(endpointId);
    const body = bodies.get(eventId);
    if (!endpoint || token === undefined || body === undefined) return [];
    return [{ workspaceId, endpointId: endpoint.endpointId, eventId, delivery, endpoint, token, body }];
  });
  return { lanes, leased };
}

/** An event is read once for all endpoints that it goes to. */
async function loadBodies(
  database: Database,
  workspaceId: string,
  due: readonly StoredDelivery[],
): Promise<ReadonlyMap<string, string>> {
  if (due.length === 0) return new Map();
  const eventIds = new Set(due.map(({ eventId }) => eventId));
  const events = await loadEvents(database, workspaceId, eventIds);
  return new Map([...events].map(([eventId, event]) => [eventId, webhookPayload(event)]));
}

async function cancel(
  { database, now }: Context,
  endpoint: SealedEndpoint,
  token: number | undefined,
  due: readonly StoredDelivery[],
): Promise<void> {
  const eventIds = due.flatMap(({ endpointId, eventId }) =>
    endpointId === endpoint.endpointId ? [eventId] : [],
  );
  if (token === undefined || eventIds.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    const lanes = await lockLanes(transaction, endpoint.workspaceId, [endpoint.endpointId]);
    const lane = lanes.get(endpoint.endpointId);
    if (!lane || !isCurrentLane(lane, token)) return;
    const stored = await lockDeliveries(transaction, endpoint, eventIds);
    const cancelled = stored.flatMap((one) => {
      const delivery = changeDelivery(one.delivery, { type: 'cancel' }, now);
      return delivery ? [{ ...one, delivery }] : [];
    });
    await updateDeliveries(transaction, endpoint, cancelled);
  });
}

/** Ends the leases of lanes without a result, so that another node can send to their endpoints at once. */
export async function endDeliveryLeases(
  { database }: Pick<ActionContext, 'database'>,
  workspaceId: string,
  lanes: readonly TakenLane[],
): Promise<void> {
  await endLanes(database, workspaceId, lanes);
}
