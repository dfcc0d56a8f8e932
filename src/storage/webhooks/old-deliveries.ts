import { sql } from 'kysely';
import { lowestIdAt } from '../../core/identifiers.ts';
import type { Database } from '../database.ts';
import { changeByWorkspace } from '../workspace-shard.ts';
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
    from catalogues as workspace
    cross join lateral (
      select delivery.workspace_id, delivery.endpoint_id, delivery.event_id from ${table} as delivery
      where delivery.workspace_id = workspace.workspace_id
        and delivery.event_id < ${lowestIdAt(moment)} and delivery.decided_at < ${moment}
      order by delivery.event_id
      limit ${limitPerWorkspace}
    ) as old`.execute(database);
  // A replay may have begun meanwhile.
  return changeByWorkspace(old, (workspaceId, keys) =>
    sql`
      delete from ${table} as delivery using unnest(
        ${keys.map(({ endpointId }) => endpointId)}::uuid[],
        ${keys.map(({ eventId }) => eventId)}::uuid[]
      ) as old (endpoint_id, event_id)
      where delivery.workspace_id = ${workspaceId} and delivery.endpoint_id = old.endpoint_id
        and delivery.event_id = old.event_id and delivery.decided_at < ${moment}`.execute(database),
  );
}

/** Deletes some of the further attempts that were made before the moment. Returns their number. */
export async function deleteFurtherAttemptsBefore(
  database: Database,
  moment: Date,
  limit: number,
): Promise<number> {
  const { rows: old } = await sql<DeliveryKey & { readonly attempt: number }>`
    select workspace_id as "workspaceId", endpoint_id as "endpointId", event_id as "eventId", attempt
    from webhook_attempts
    where attempted_at < ${moment}
    order by attempted_at
    limit ${limit}`.execute(database);
  return changeByWorkspace(old, (workspaceId, keys) =>
    sql`
      delete from webhook_attempts as attempt using unnest(
        ${keys.map(({ endpointId }) => endpointId)}::uuid[],
        ${keys.map(({ eventId }) => eventId)}::uuid[],
        ${keys.map(({ attempt }) => attempt)}::integer[]
      ) as old (endpoint_id, event_id, attempt)
      where attempt.workspace_id = ${workspaceId} and attempt.endpoint_id = old.endpoint_id
        and attempt.event_id = old.event_id and attempt.attempt = old.attempt`.execute(database),
  );
}
