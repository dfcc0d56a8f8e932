import { sql } from 'kysely';
import type { DeliveryStatus } from '../../core/webhooks/delivery.ts';
import type { EventType } from '../../core/webhooks/event.ts';
import type { Database } from '../database.ts';
import { loadTotal } from '../sql/load-total.ts';
import type { EndpointKey } from './endpoints.ts';
import { subscribesToProduct } from './events.ts';

export interface ReplayFilter extends EndpointKey {
  /** Event ids are time-ordered; both bounds are exclusive. */
  readonly afterEventId: string;
  readonly toEventId: string;
  /** Replays deliveries with one of these statuses, */
  readonly statuses: readonly DeliveryStatus[];
  /** and events of these types without a delivery to the endpoint. */
  readonly missedTypes: readonly EventType[];
  /** Restricts both to these types; null is all. */
  readonly types: readonly EventType[] | null;
  readonly tenantId: string | null;
}

export interface Replayable {
  readonly eventId: string;
  readonly isMissed: boolean;
}

/** Events to deliver to the endpoint again, or for the first time, oldest first. */
export async function findReplayable(
  database: Database,
  filter: ReplayFilter,
  limit: number,
): Promise<readonly Replayable[]> {
  const { rows } = await sql<{ event_id: string; is_missed: boolean }>`
    ${selectReplayable(filter)}
    order by event.event_id
    limit ${limit}`.execute(database);
  return rows.map((row) => ({ eventId: row.event_id, isMissed: row.is_missed }));
}

export const countReplayable = (database: Database, filter: ReplayFilter) =>
  loadTotal(database, selectReplayable(filter));

function selectReplayable(filter: ReplayFilter) {
  return sql`
    select event.event_id, delivery.status is null as is_missed
    from webhook_endpoints as endpoint
    join events as event on event.workspace_id = endpoint.workspace_id
    left join webhook_deliveries as delivery
      on delivery.workspace_id = endpoint.workspace_id and delivery.endpoint_id = endpoint.endpoint_id
      and delivery.event_id = event.event_id
    where endpoint.workspace_id = ${filter.workspaceId} and endpoint.endpoint_id = ${filter.endpointId}
      and event.event_id > ${filter.afterEventId} and event.event_id < ${filter.toEventId}
      and (${filter.types}::text[] is null or event.type = any(${filter.types}))
      and (${filter.tenantId}::text is null or event.data ->> 'tenantId' = ${filter.tenantId})
      and (
        delivery.status = any(${filter.statuses})
        or (
          delivery.status is null and event.type = any(${filter.missedTypes})
          and ${subscribesToProduct(filter.workspaceId, sql`event.data`)}
        )
      )`;
}

const firstAttempt = sql.raw(
  'first_attempted_at, first_status, first_duration_milliseconds, first_answer, first_error',
);
const columns = sql`
  workspace_id, endpoint_id, event_id, replay, status, due_at, attempts, earlier_attempts, failed_attempts, decided_at,
  ${firstAttempt}`;

/** For a `from`: the current delivery of each event and endpoint, and the replayed ones before it. */
export const allDeliveries = sql`(
  select ${columns} from webhook_deliveries union all select ${columns} from webhook_past_deliveries
) as delivery`;

/**
 * Copies decided deliveries, which the transaction has locked, before a replay reuses their rows. The numbers
 * of attempts continue, so that an attempt belongs to one delivery.
 */
export async function storePastDeliveries(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  const isEnded = sql`
    workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and event_id = any(${eventIds}::uuid[])`;
  await sql`
    with kept as (
      insert into webhook_past_deliveries (${columns}) select ${columns} from webhook_deliveries where ${isEnded}
    )
    update webhook_deliveries
    set replay = replay + 1, earlier_attempts = attempts, (${firstAttempt}) = (null, null, null, null, null)
    where ${isEnded}`.execute(database);
}
