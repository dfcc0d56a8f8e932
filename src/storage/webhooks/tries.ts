import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { plainArray } from '../plain-array.ts';
import type { WebhookAttempt } from './attempts.ts';
import type { StoredDelivery } from './deliveries.ts';

/** A delivery as it shall be after a try, and the attempt that led to it. */
export interface WrittenTry extends StoredDelivery {
  readonly attempt: Omit<WebhookAttempt, keyof StoredDelivery>;
}

/**
 * Writes attempts, and the deliveries where the lease of the attempt still counts. Nothing is read before it is written:
 * whoever has the lease knows the rest of the row. Returns the deliveries that were written. Only in a transaction.
 */
export async function writeTries<Try extends WrittenTry>(
  database: Database,
  tries: readonly Try[],
): Promise<readonly Try[]> {
  if (tries.length === 0) return [];
  // Always in the same order, so that two who write the same rows wait for each other and not in a circle.
  const ordered = [...tries].sort(byKey);
  const plain = (read: (one: Try) => string | number | Date | null) => plainArray(ordered.map(read));
  // Each row by its key, however the table looks to the planner: it takes a queue that has just grown for a short one,
  // and would read all of it. That is also why the lease is compared in one expression, of which it knows nothing.
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    database,
  );
  const { rows } = await sql<{ position: string }>`
    with tried as (
      select * from unnest(
        ${plain(({ workspaceId }) => workspaceId)}::uuid[],
        ${plain(({ endpointId }) => endpointId)}::uuid[],
        ${plain(({ eventId }) => eventId)}::uuid[],
        ${plain(({ delivery }) => delivery.status)}::text[],
        ${plain(({ delivery }) => delivery.dueAt)}::timestamptz[],
        ${plain(({ delivery }) => delivery.leasedUntil)}::timestamptz[],
        ${plain(({ delivery }) => delivery.failedTries)}::integer[],
        ${plain(({ delivery }) => delivery.decidedAt)}::timestamptz[],
        ${plain(({ attempt }) => attempt.attempt)}::integer[],
        ${plain(({ attempt }) => attempt.attemptedAt)}::timestamptz[],
        ${plain(({ attempt }) => attempt.status)}::integer[],
        ${plain(({ attempt }) => attempt.durationMilliseconds)}::integer[],
        ${ordered.map(({ attempt }) => attempt.answer)}::text[],
        ${ordered.map(({ attempt }) => attempt.error)}::text[]
      ) with ordinality as tried (
        workspace_id, endpoint_id, event_id, status, due_at, claimed_until, failed_tries, decided_at,
        attempt, attempted_at, answered, duration_milliseconds, answer, error, position
      )
    ), attempts as (
      insert into webhook_attempts (
        workspace_id, endpoint_id, event_id, attempt, attempted_at, status, duration_milliseconds, answer, error
      )
      select workspace_id, endpoint_id, event_id, attempt, attempted_at, answered, duration_milliseconds, answer, error
      from tried
      on conflict do nothing
    )
    update webhook_deliveries as delivery
    set status = tried.status, due_at = tried.due_at, claimed_until = tried.claimed_until,
      failed_tries = tried.failed_tries, decided_at = tried.decided_at
    from tried
    where delivery.workspace_id = tried.workspace_id and delivery.endpoint_id = tried.endpoint_id
      and delivery.event_id = tried.event_id
      and tried.attempt = case when delivery.claimed_until is null then 0 else delivery.claims end
    returning tried.position`.execute(database);
  return rows.flatMap(({ position }) => ordered[Number(position) - 1] ?? []);
}

function byKey(a: StoredDelivery, b: StoredDelivery): number {
  if (a.workspaceId !== b.workspaceId) return a.workspaceId < b.workspaceId ? -1 : 1;
  if (a.endpointId !== b.endpointId) return a.endpointId < b.endpointId ? -1 : 1;
  return a.eventId < b.eventId ? -1 : 1;
}
