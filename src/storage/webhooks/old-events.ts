import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface EventKey {
  readonly workspaceId: string;
  readonly eventId: string;
}

/** Some of the oldest events before an id, of every workspace, with neither a pending delivery nor a log entry. */
export async function findExpiredEvents(
  database: Database,
  beforeId: string,
  limitPerWorkspace: number,
): Promise<readonly EventKey[]> {
  const { rows } = await sql<EventKey>`
    select old.workspace_id as "workspaceId", old.event_id as "eventId"
    from catalogues as workspace
    cross join lateral (
      select event.workspace_id, event.event_id from events as event
      where event.workspace_id = workspace.workspace_id and event.event_id < ${beforeId}
        and not exists (
          select from webhook_deliveries as delivery
          where delivery.workspace_id = event.workspace_id and delivery.event_id = event.event_id
            and (delivery.status = 'Pending' or delivery.first_attempted_at is not null or exists (
              select from webhook_attempts as attempt
              where attempt.workspace_id = delivery.workspace_id and attempt.endpoint_id = delivery.endpoint_id
                and attempt.event_id = delivery.event_id
            ))
        )
      order by event.event_id
      limit ${limitPerWorkspace}
    ) as old`.execute(database);
  return rows;
}

/** Deletes the deliveries of a workspace's events, then the events without a new replay. */
export async function deleteEvents(
  database: Database,
  workspaceId: string,
  eventIds: readonly string[],
): Promise<number> {
  const spent = sql`unnest(${eventIds}::uuid[]) as spent (event_id)`;
  await sql`
    delete from webhook_deliveries as delivery using ${spent}
    where delivery.workspace_id = ${workspaceId} and delivery.event_id = spent.event_id
      and delivery.status <> 'Pending'`.execute(database);
  await sql`
    delete from webhook_past_deliveries as delivery using ${spent}
    where delivery.workspace_id = ${workspaceId} and delivery.event_id = spent.event_id`.execute(database);
  const { numAffectedRows = 0n } = await sql`
    delete from events as event using ${spent}
    where event.workspace_id = ${workspaceId} and event.event_id = spent.event_id
      and not exists (
        select from webhook_deliveries as delivery
        where delivery.workspace_id = ${workspaceId} and delivery.event_id = event.event_id
      )`.execute(database);
  return Number(numAffectedRows);
}
