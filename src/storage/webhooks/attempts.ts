import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { DeliveryKey } from './deliveries.ts';
import { allDeliveries } from './past-deliveries.ts';

/** One attempt of a delivery, and its result. */
export interface WebhookAttempt extends DeliveryKey {
  /** Counts the attempts of the event to the endpoint, over all replays. */
  readonly attempt: number;
  readonly attemptedAt: Date;
  /** Null without a response. */
  readonly status: number | null;
  readonly durationMilliseconds: number;
  /** The beginning of the response body. */
  readonly answer: string | null;
  /** The failure, if there was no response. */
  readonly error: string | null;
}

const maxInteger = 2_147_483_647;

/** The stored attempts of an event to an endpoint, or of one delivery, newest first. */
export async function listAttempts(
  database: Database,
  { workspaceId, endpointId, eventId }: DeliveryKey,
  { after = 0, upTo = maxInteger }: { readonly after?: number; readonly upTo?: number } = {},
): Promise<readonly WebhookAttempt[]> {
  const isOfKey = sql`workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and event_id = ${eventId}`;
  const { rows } = await sql<Omit<WebhookAttempt, keyof DeliveryKey>>`
    select attempt, attempted_at as "attemptedAt", status, duration_milliseconds as "durationMilliseconds", answer, error
    from (
      select attempt, attempted_at, status, duration_milliseconds, answer, error
      from webhook_attempts where ${isOfKey}
      union all
      select earlier_attempts + 1, first_attempted_at, first_status, first_duration_milliseconds, first_answer, first_error
      from ${allDeliveries} where ${isOfKey} and first_attempted_at is not null
    ) as attempt
    where attempt > ${after} and attempt <= ${upTo}
    order by attempt desc`.execute(database);
  return rows.map((row) => ({ workspaceId, endpointId, eventId, ...row }));
}
