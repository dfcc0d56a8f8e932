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
    from workspaces as workspace
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

/** Deletes their deliveries, then the events without a new replay. */
export async function deleteEvents(database: Database, events: readonly EventKey[]): Promise<number> {
  if (events.length === 0) return 0;
  const spent = sql`unnest(
    ${events.map(({ workspaceId }) => workspaceId)}::uuid[],
    ${events.map(({ eventId }) => eventId)}::uuid[]
  ) as spent (workspace_id, event_id)`;
  await sql`
    delete from webhook_deliveries as delivery using ${spent}
    where delivery.workspace_id = spent.workspace_id and delivery.event_id = spent.event_id
      and delivery.status <> 'Pending'`.execute(database);
  await sql`
    delete from webhook_past_deliveries as delivery using ${spent}
    where delivery.workspace_id = spent.workspace_id and delivery.event_id = spent.event_id`.execute(
    database,
  );
  const { numAffectedRows = 0n } = await sql`
    delete from events as event using ${spent}
    where event.workspace_id = spent.workspace_id and event.event_id = spent.event_id
      and not exists (
        select from webhook_deliveries as delivery
        where delivery.workspace_id = event.workspace_id and delivery.event_id = event.event_id
      )`.execute(database);
  return Number(numAffectedRows);
}
