import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { DeliveryKey } from './deliveries.ts';

/** One try of a delivery, and what came of it. */
export interface WebhookAttempt extends DeliveryKey {
  /** Counts the tries of the delivery; there may be gaps, where a sender died. */
  readonly attempt: number;
  readonly attemptedAt: Date;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly durationMilliseconds: number;
  /** The beginning of the answer's body. */
  readonly answer: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

const maxInteger = 2_147_483_647;

/** All that are kept of an event's deliveries to an endpoint, or of one of them, the newest first. */
export async function listAttempts(
  database: Database,
  { workspaceId, endpointId, eventId }: DeliveryKey,
  { after = 0, upTo = maxInteger }: { readonly after?: number; readonly upTo?: number } = {},
): Promise<readonly WebhookAttempt[]> {
  const rows = await database
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .where('attempt', '>', after)
    .where('attempt', '<=', upTo)
    .orderBy('attempt', 'desc')
    .execute();
  return rows.map((row) => ({
    workspaceId,
    endpointId,
    eventId,
    attempt: row.attempt,
    attemptedAt: row.attempted_at,
    status: row.status,
    durationMilliseconds: row.duration_milliseconds,
    answer: row.answer,
    error: row.error,
  }));
}

/**
 * Deletes some attempts that were made before the moment, and with the last one of a decided delivery the delivery.
 * Returns how many attempts.
 */
export async function deleteAttemptsBefore(database: Database, moment: Date, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      select workspace_id, endpoint_id, event_id, attempt from webhook_attempts
      where attempted_at < ${moment}
      order by attempted_at
      limit ${most}
      for update skip locked
    ), gone as (
      delete from webhook_attempts as attempt using old
      where attempt.workspace_id = old.workspace_id and attempt.endpoint_id = old.endpoint_id
        and attempt.event_id = old.event_id and attempt.attempt = old.attempt
      returning attempt.workspace_id, attempt.endpoint_id, attempt.event_id
    ), finished as (
      delete from webhook_deliveries as delivery using gone
      where delivery.workspace_id = gone.workspace_id and delivery.endpoint_id = gone.endpoint_id
        and delivery.event_id = gone.event_id and delivery.decided_at < ${moment}
    ), past as (
      delete from webhook_past_deliveries as delivery using gone
      where delivery.workspace_id = gone.workspace_id and delivery.endpoint_id = gone.endpoint_id
        and delivery.event_id = gone.event_id and delivery.decided_at < ${moment}
    )
    select count(*)::integer as count from gone`.execute(database);
  return rows[0]?.count ?? 0;
}
