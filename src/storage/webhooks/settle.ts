import { type Selectable, sql } from 'kysely';
import type { AttemptOutcome, WebhookDelivery } from '../../core/webhooks/delivery.ts';
import type { EndpointHealth } from '../../core/webhooks/health.ts';
import type { Database } from '../database.ts';
import type { WebhookEndpoints } from '../schema/tables.generated.ts';
import { insertAll } from '../sql/insert-all.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import type { DeliveryKey, StoredDelivery } from './deliveries.ts';
import { healthFrom } from './endpoints.ts';
import { currentLanes, type TakenLane } from './leases.ts';
import { allDeliveries } from './replays.ts';

/** A delivery as it was leased, and the result of its attempt. */
export interface AttemptedDelivery extends StoredDelivery {
  readonly token: number;
  readonly outcome: AttemptOutcome;
  readonly durationMilliseconds: number;
  /** The beginning of the response body; null without a response. */
  readonly answer: string | null;
  /** The failure, if there was no response. */
  readonly error: string | null;
}

export interface SettledDelivery {
  readonly attempted: AttemptedDelivery;
  /** The delivery as it shall be. */
  readonly after: WebhookDelivery;
}

export interface SettledEndpoint {
  readonly endpointId: string;
  readonly health: EndpointHealth;
  /** The written deliveries. */
  readonly written: readonly SettledDelivery[];
}

/**
 * Writes deliveries of a workspace with their attempts, where the lane's lease is current and the delivery is as it was
 * taken, and ends the leases of `ended`. One write per delivery: the first attempt is in its row, further ones have a
 * table.
 */
export async function writeSettled(
  database: Database,
  workspaceId: string,
  deliveries: readonly SettledDelivery[],
  ended: readonly TakenLane[],
  now: Date,
): Promise<readonly SettledEndpoint[]> {
  if (deliveries.every(isFirst)) return settle(database, workspaceId, deliveries, ended, now);
  return database.transaction().execute(async (transaction) => {
    const endpoints = await settle(transaction, workspaceId, deliveries, ended, now);
    const further = endpoints.flatMap(({ written }) => written.filter((one) => !isFirst(one)));
    await insertAll(transaction, 'webhook_attempts', further, ({ attempted, after }) => ({
      workspace_id: workspaceId,
      endpoint_id: attempted.endpointId,
      event_id: attempted.eventId,
      attempt: after.attempts,
      attempted_at: now,
      status: statusOf(attempted),
      duration_milliseconds: attempted.durationMilliseconds,
      answer: attempted.answer,
      error: attempted.error,
    }));
    return endpoints;
  });
}

function isFirst({ attempted: { delivery } }: SettledDelivery): boolean {
  return delivery.attempts === delivery.earlierAttempts;
}

function statusOf({ outcome }: AttemptedDelivery): number | null {
  return outcome.kind === 'answered' ? outcome.status : null;
}

/** One statement. A replay after the lease expired changes `due_at`, another result `attempts`. */
async function settle(
  database: Database,
  workspaceId: string,
  deliveries: readonly SettledDelivery[],
  ended: readonly TakenLane[],
  now: Date,
): Promise<readonly SettledEndpoint[]> {
  const lanes = new Map(
    deliveries.map(({ attempted: { endpointId, token } }) => [endpointId + token, { endpointId, token }]),
  );
  const endpointIds = [...new Set(deliveries.map(({ attempted }) => attempted.endpointId))];
  const results = unnestRows({ alias: 'result', isNumbered: true }, deliveries, {
    endpoint_id: ['uuid', ({ attempted }) => attempted.endpointId],
    token: ['integer', ({ attempted }) => attempted.token],
    event_id: ['uuid', ({ attempted }) => attempted.eventId],
    taken_due_at: ['timestamptz', ({ attempted }) => attempted.delivery.dueAt],
    delivery_status: ['text', ({ after }) => after.status],
    new_due_at: [
      'timestamptz',
      ({ after, attempted }) => (after.dueAt === attempted.delivery.dueAt ? null : after.dueAt),
    ],
    failed_attempts: ['integer', ({ after }) => after.failedAttempts],
    attempt: ['integer', ({ after }) => after.attempts],
    status: ['integer', ({ attempted }) => statusOf(attempted)],
    duration_milliseconds: ['integer', ({ attempted }) => attempted.durationMilliseconds],
    answer: ['text', ({ attempted }) => attempted.answer],
    error: ['text', ({ attempted }) => attempted.error],
  });
  const first = (column: string, value = sql.ref(`result.${column}`)) =>
    sql`${sql.ref(`first_${column}`)} = case when delivery.attempts = delivery.earlier_attempts
      then ${value} else ${sql.ref(`delivery.first_${column}`)} end`;
  const { rows } = await sql<Selectable<WebhookEndpoints> & { written: number[] }>`
    with lane as (${currentLanes(workspaceId, [...lanes.values()])}), ended as (
      update webhook_leases as lease set leased_until = null
      from lane join ${unnestRows('ended', ended, { endpoint_id: 'uuid', token: 'integer' })} using (endpoint_id, token)
      where lease.workspace_id = ${workspaceId} and lease.endpoint_id = lane.endpoint_id
    ), result as (
      select * from ${results}
    ), settled as (
      update webhook_deliveries as delivery
      set status = result.delivery_status, due_at = coalesce(result.new_due_at, delivery.due_at),
        attempts = result.attempt, failed_attempts = result.failed_attempts,
        decided_at = case when result.delivery_status <> 'Pending' then ${now}::timestamptz end,
        ${first('attempted_at', sql`${now}::timestamptz`)}, ${first('status')}, ${first('duration_milliseconds')},
        ${first('answer')}, ${first('error')}
      from result join lane using (endpoint_id, token)
      where delivery.workspace_id = ${workspaceId} and delivery.endpoint_id = result.endpoint_id
        and delivery.event_id = result.event_id and delivery.status = 'Pending'
        and delivery.due_at = result.taken_due_at and delivery.attempts = result.attempt - 1
      returning result.endpoint_id, result.position
    )
    select endpoint_id, failing_since, disabled_at, disabled_reason, array(
      select position::integer from settled where settled.endpoint_id = endpoint.endpoint_id
    ) as written
    from webhook_endpoints as endpoint
    where workspace_id = ${workspaceId} and endpoint_id = any(${endpointIds}::uuid[])`.execute(database);
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    health: healthFrom(row),
    written: row.written.flatMap((position) => deliveries[position - 1] ?? []),
  }));
}

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
