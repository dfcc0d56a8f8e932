import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { EndpointKey } from './endpoints.ts';

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
