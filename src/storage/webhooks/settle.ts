import { type Selectable, sql } from 'kysely';
import type { EndpointHealth } from '../../core/webhooks/health.ts';
import type { Database } from '../database.ts';
import { plainArray, textArray } from '../plain-array.ts';
import type { WebhookEndpoints } from '../tables.generated.ts';
import type { WebhookAttempt } from './attempts.ts';
import type { StoredDelivery } from './deliveries.ts';
import { healthFrom } from './endpoints.ts';
import { currentLanes, type TakenLane } from './leases.ts';

/** A delivery as it was taken, its new state, and the attempt. */
export interface SettledDelivery extends StoredDelivery {
  readonly token: number;
  readonly after: StoredDelivery['delivery'];
  readonly attempt: Omit<WebhookAttempt, keyof StoredDelivery>;
}

export interface SettledEndpoint<Settled> {
  readonly endpointId: string;
  readonly health: EndpointHealth;
  /** The written deliveries. */
  readonly written: readonly Settled[];
}

/**
 * Writes deliveries of a workspace with their attempts, where the lane's lease is current and the delivery is as it was
 * taken, and ends the leases of `ended`. One statement and one write per delivery: the first attempt is in its row,
 * further ones have a table. A replay after the lease expired changes `due_at`; a take by a node of the previous
 * version changes `claims`.
 */
export async function writeSettled<Settled extends SettledDelivery>(
  database: Database,
  workspaceId: string,
  deliveries: readonly Settled[],
  ended: readonly TakenLane[],
): Promise<readonly SettledEndpoint<Settled>[]> {
  const lanes = new Map(
    deliveries.map(({ endpointId, token }) => [endpointId + token, { endpointId, token }]),
  );
  const endpointIds = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
  const plain = (read: (one: Settled) => string | number | Date | null) => plainArray(deliveries.map(read));
  const text = (read: (one: Settled) => string | null) => textArray(deliveries.map(read));
  const isFirst = ({ delivery }: Settled) => delivery.attempts === delivery.earlierAttempts;
  const first = (column: string) =>
    sql`${sql.ref(`first_${column}`)} = case when result.is_first then ${sql.ref(`result.${column}`)} else ${sql.ref(`delivery.first_${column}`)} end`;
  const { rows } = await sql<Selectable<WebhookEndpoints> & { written: number[] }>`
    with lane as (${currentLanes(workspaceId, [...lanes.values()])}), ended as (
      update webhook_leases as lease set leased_until = null
      from lane join unnest(
        ${ended.map(({ endpointId }) => endpointId)}::uuid[],
        ${ended.map(({ token }) => token)}::integer[]
      ) as ended (endpoint_id, token) using (endpoint_id, token)
      where lease.workspace_id = ${workspaceId} and lease.endpoint_id = lane.endpoint_id
    ), result as (
      select * from unnest(
        ${plain(({ endpointId }) => endpointId)}::uuid[],
        ${plain(({ token }) => token)}::integer[],
        ${plain(({ eventId }) => eventId)}::uuid[],
        ${plain(({ delivery }) => delivery.dueAt)}::timestamptz[],
        ${plain(({ after }) => after.status)}::text[],
        ${plain(({ after }) => after.dueAt)}::timestamptz[],
        ${plain(({ after }) => after.failedAttempts)}::integer[],
        ${plain(({ after }) => after.decidedAt)}::timestamptz[],
        ${plain((one) => (isFirst(one) ? 't' : 'f'))}::boolean[],
        ${plain(({ attempt }) => attempt.attempt)}::integer[],
        ${plain(({ attempt }) => attempt.attemptedAt)}::timestamptz[],
        ${plain(({ attempt }) => attempt.status)}::integer[],
        ${plain(({ attempt }) => attempt.durationMilliseconds)}::integer[],
        ${text(({ attempt }) => attempt.answer)}::text[],
        ${text(({ attempt }) => attempt.error)}::text[]
      ) with ordinality as result (
        endpoint_id, token, event_id, taken_due_at, delivery_status, due_at, failed_tries, decided_at,
        is_first, attempt, attempted_at, status, duration_milliseconds, answer, error, position
      )
    ), settled as (
      update webhook_deliveries as delivery
      set status = result.delivery_status, due_at = result.due_at, claims = result.attempt, claimed_until = null,
        failed_tries = result.failed_tries, decided_at = result.decided_at,
        ${first('attempted_at')}, ${first('status')}, ${first('duration_milliseconds')}, ${first('answer')}, ${first('error')}
      from result join lane using (endpoint_id, token)
      where delivery.workspace_id = ${workspaceId} and delivery.endpoint_id = result.endpoint_id
        and delivery.event_id = result.event_id and delivery.status = 'Pending'
        and delivery.due_at = result.taken_due_at and delivery.claims = result.attempt - 1
      returning result.endpoint_id, result.position
    ), further as (
      insert into webhook_attempts (
        workspace_id, endpoint_id, event_id, attempt, attempted_at, status, duration_milliseconds, answer, error
      )
      select ${workspaceId}, endpoint_id, event_id, attempt, attempted_at, status, duration_milliseconds, answer, error
      from result join settled using (endpoint_id, position)
      where not is_first
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
