import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** A UTC day: `2026-11-16`. */
export type Day = string;

export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

/**
 * The day under which the workspace's events are filed; undefined if it lies before `today` and must be moved on first. The
 * lock keeps it from moving until the transaction ends, so that a later day sees all events of this one.
 */
export async function lockEventDay(
  transaction: Database,
  workspaceId: string,
  today: Day,
): Promise<Day | undefined> {
  const { rows } = await sql<{ day: Day }>`
    select received_on::text as day from usage_event_days where workspace_id = ${workspaceId} for share`.execute(
    transaction,
  );
  const day = rows[0]?.day;
  return day !== undefined && day >= today ? day : undefined;
}

/**
 * Moves the day on, never back, and waits for the intakes of the day before. Outside a transaction: two that share the
 * lock would wait for each other.
 */
export async function moveEventDay(database: Database, workspaceId: string, today: Day): Promise<void> {
  await sql`
    insert into usage_event_days as day (workspace_id, received_on) values (${workspaceId}, ${today}::date)
    on conflict (workspace_id) do update set received_on = excluded.received_on
    where day.received_on < excluded.received_on`.execute(database);
}
