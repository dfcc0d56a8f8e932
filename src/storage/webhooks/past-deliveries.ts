import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { StoredDelivery } from './deliveries.ts';

const columns = sql.raw(
  'workspace_id, endpoint_id, event_id, replay, status, due_at, claims, earlier_claims, failed_tries',
);

/** For a `from`: the current delivery of each event and endpoint, and the replayed ones before it. */
export const allDeliveries = sql`(
  select ${columns} from webhook_deliveries union all select ${columns} from webhook_past_deliveries
) as delivery`;

/**
 * Copies decided deliveries, which the transaction has locked, before a replay reuses their rows. Lease numbers
 * continue, so that an attempt belongs to one delivery.
 */
export async function keepPastDeliveries(
  database: Database,
  deliveries: readonly StoredDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    with ended as (
      select delivery.* from webhook_deliveries as delivery
      join unnest(
        ${deliveries.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${deliveries.map(({ endpointId }) => endpointId)}::uuid[],
        ${deliveries.map(({ eventId }) => eventId)}::uuid[]
      ) as key (workspace_id, endpoint_id, event_id) using (workspace_id, endpoint_id, event_id)
    ), kept as (
      insert into webhook_past_deliveries (${columns}, decided_at) select ${columns}, decided_at from ended
    )
    update webhook_deliveries as delivery set replay = ended.replay + 1, earlier_claims = ended.claims
    from ended
    where delivery.workspace_id = ended.workspace_id and delivery.endpoint_id = ended.endpoint_id
      and delivery.event_id = ended.event_id`.execute(database);
}
