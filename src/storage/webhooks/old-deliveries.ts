import { sql } from 'kysely';
import { lowestIdAt } from '../../core/identifiers.ts';
import type { Database } from '../database.ts';
import type { DeliveryKey } from './deliveries.ts';

/**
 * Deletes deliveries that were decided before the moment, up to a limit per workspace. Found by event ids, which begin
 * with the time. Returns their number.
 */
export async function deleteDecidedBefore(
  database: Database,
  name: 'webhook_deliveries' | 'webhook_past_deliveries',
  moment: Date,
  limitPerWorkspace: number,
): Promise<number> {
  const table = sql.table(name);
  const { rows: old } = await sql<DeliveryKey>`
    select old.workspace_id as "workspaceId", old.endpoint_id as "endpointId", old.event_id as "eventId"
    from workspaces as workspace
    cross join lateral (
      select delivery.workspace_id, delivery.endpoint_id, delivery.event_id from ${table} as delivery
      where delivery.workspace_id = workspace.workspace_id
        and delivery.event_id < ${lowestIdAt(moment)} and delivery.decided_at < ${moment}
      order by delivery.event_id
      limit ${limitPerWorkspace}
    ) as old`.execute(database);
  if (old.length === 0) return 0;
  // A replay may have begun meanwhile.
  const { numAffectedRows = 0n } = await sql`
    delete from ${table} as delivery using unnest(
      ${old.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${old.map(({ endpointId }) => endpointId)}::uuid[],
      ${old.map(({ eventId }) => eventId)}::uuid[]
    ) as old (workspace_id, endpoint_id, event_id)
    where delivery.workspace_id = old.workspace_id and delivery.endpoint_id = old.endpoint_id
      and delivery.event_id = old.event_id and delivery.decided_at < ${moment}`.execute(database);
  return Number(numAffectedRows);
}

/** Deletes some of the further attempts that were made before the moment. Returns their number. */
export async function deleteFurtherAttemptsBefore(
  database: Database,
  moment: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as (
      select workspace_id, endpoint_id, event_id, attempt from webhook_attempts
      where attempted_at < ${moment}
      order by attempted_at
      limit ${limit}
      for update skip locked
    )
    delete from webhook_attempts as attempt using old
    where attempt.workspace_id = old.workspace_id and attempt.endpoint_id = old.endpoint_id
      and attempt.event_id = old.event_id and attempt.attempt = old.attempt`.execute(database);
  return Number(numAffectedRows);
}
