import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { EndpointKey } from './endpoints.ts';

/** An endpoint with due deliveries. */
export interface DueEndpoint extends EndpointKey {
  /** Their number, counted up to a limit. */
  readonly dueCount: number;
  /** The due time of the oldest. */
  readonly dueSince: Date;
  readonly failingSince: Date | null;
  readonly rateLimitPerMinute: number | null;
}

/** A worker and the number of its deliveries in flight, by endpoint. */
export interface Sender {
  readonly holder: string;
  readonly sending: readonly (EndpointKey & { readonly count: number })[];
}

/** The number of endpoints of one poll. */
const maxEndpoints = 1_000;

/**
 * Endpoints with due deliveries, longest due first. For a worker: only lanes that it may take, without its deliveries
 * in flight; otherwise all unsettled ones. It skips from endpoint to endpoint along the index and reads up to `countTo`
 * entries of each, so a long queue costs no more than a short one.
 */
export async function findDueEndpoints(
  database: Database,
  now: Date,
  countTo: number,
  sender: Sender | null,
): Promise<readonly DueEndpoint[]> {
  const sending = sender?.sending ?? [];
  const { rows } = await sql<{
    workspace_id: string;
    endpoint_id: string;
    due_count: number;
    due_since: Date;
    failing_since: Date | null;
    rate_limit_per_minute: number | null;
  }>`
    with recursive waiting as (
      (
        select workspace_id, endpoint_id from webhook_deliveries where status = 'Pending'
        order by workspace_id, endpoint_id limit 1
      )
      union all
      select next.workspace_id, next.endpoint_id from waiting
      cross join lateral (
        select delivery.workspace_id, delivery.endpoint_id from webhook_deliveries as delivery
        where delivery.status = 'Pending'
          and (delivery.workspace_id, delivery.endpoint_id) > (waiting.workspace_id, waiting.endpoint_id)
        order by delivery.workspace_id, delivery.endpoint_id limit 1
      ) as next
    ), sending as (
      select * from unnest(
        ${sending.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${sending.map(({ endpointId }) => endpointId)}::uuid[],
        ${sending.map(({ count }) => count)}::integer[]
      ) as sending (workspace_id, endpoint_id, count)
    )
    select endpoint.workspace_id, endpoint.endpoint_id, due.due_count, due.due_since, endpoint.failing_since,
      endpoint.rate_limit_per_minute
    from waiting
    join webhook_endpoints as endpoint using (workspace_id, endpoint_id)
    left join webhook_leases as lease
      on lease.workspace_id = endpoint.workspace_id and lease.endpoint_id = endpoint.endpoint_id
      and lease.leased_until > ${now} and lease.holder <> ${sender?.holder ?? null}::uuid
    left join sending
      on sending.workspace_id = endpoint.workspace_id and sending.endpoint_id = endpoint.endpoint_id
    cross join lateral (
      select count(*)::integer - coalesce(sending.count, 0) as due_count, min(counted.due_at) as due_since from (
        select delivery.due_at from webhook_deliveries as delivery
        where delivery.workspace_id = waiting.workspace_id and delivery.endpoint_id = waiting.endpoint_id
          and delivery.status = 'Pending' and delivery.due_at <= ${now}
        order by delivery.due_at, delivery.event_id
        limit ${countTo} + coalesce(sending.count, 0)
      ) as counted
    ) as due
    where due.due_count > 0 and lease.token is null
    order by due.due_since
    limit ${maxEndpoints}`.execute(database);
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    endpointId: row.endpoint_id,
    dueCount: row.due_count,
    dueSince: row.due_since,
    failingSince: row.failing_since,
    rateLimitPerMinute: row.rate_limit_per_minute,
  }));
}

export interface WebhookQueue {
  /** The number of due, unsettled deliveries, counted up to a thousand per endpoint. */
  readonly due: number;
  /** The due time of the oldest. */
  readonly oldestDueAt: Date | null;
}

const countedTo = 1_000;

/** Measures the backlog; the cost grows with the number of endpoints, not with the queue. */
export async function loadWebhookQueue(database: Database, now: Date): Promise<WebhookQueue> {
  const endpoints = await findDueEndpoints(database, now, countedTo, null);
  const due = endpoints.reduce((sum, { dueCount }) => sum + dueCount, 0);
  return { due, oldestDueAt: endpoints[0]?.dueSince ?? null };
}
