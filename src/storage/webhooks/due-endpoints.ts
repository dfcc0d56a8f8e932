import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
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
/** The number of endpoints that one statement reads. */
const endpointPage = 1_000;

/**
 * Endpoints with due deliveries, longest due first. For a worker: only lanes that it may take, without its deliveries in
 * flight; otherwise all unsettled ones. It reads the endpoints of all workspaces page by page, and up to `countTo` entries
 * of each, so a long queue costs no more than a short one.
 */
export async function findDueEndpoints(
  database: Database,
  now: Date,
  countTo: number,
  sender: Sender | null,
): Promise<readonly DueEndpoint[]> {
  let found: readonly DueEndpoint[] = [];
  for (let after: EndpointKey | null = firstKey; after; ) {
    const page: LookedAt = await lookAtEndpoints(database, now, countTo, sender, after);
    found = [...found, ...page.due]
      .sort((a, b) => a.dueSince.getTime() - b.dueSince.getTime())
      .slice(0, maxEndpoints);
    after = page.last;
  }
  return found;
}

const lowestId = '00000000-0000-0000-0000-000000000000';
const firstKey: EndpointKey = { workspaceId: lowestId, endpointId: lowestId };

interface LookedAt {
  readonly due: readonly DueEndpoint[];
  /** The last endpoint that was looked at; null: there are no more. */
  readonly last: EndpointKey | null;
}

async function lookAtEndpoints(
  database: Database,
  now: Date,
  countTo: number,
  sender: Sender | null,
  after: EndpointKey,
): Promise<LookedAt> {
  const sending = sender?.sending ?? [];
  const isOthers = sender
    ? sql`coalesce(lease.leased_until > ${now} and lease.holder <> ${sender.holder}, false)`
    : sql`false`;
  const { rows } = await sql<Omit<DueEndpoint, 'dueSince'> & { isOthers: boolean; dueSince: Date | null }>`
    select endpoint.workspace_id as "workspaceId", endpoint.endpoint_id as "endpointId", ${isOthers} as "isOthers",
      due.due_count as "dueCount", due.due_since as "dueSince", endpoint.failing_since as "failingSince",
      endpoint.rate_limit_per_minute as "rateLimitPerMinute"
    from webhook_endpoints as endpoint
    left join webhook_leases as lease
      on lease.workspace_id = endpoint.workspace_id and lease.endpoint_id = endpoint.endpoint_id
    left join (
      select * from ${unnestRows('sending', sending, { workspace_id: 'uuid', endpoint_id: 'uuid', count: 'integer' })}
    ) as sending on sending.workspace_id = endpoint.workspace_id and sending.endpoint_id = endpoint.endpoint_id
    cross join lateral (
      select count(*)::integer - coalesce(sending.count, 0) as due_count, min(counted.due_at) as due_since from (
        select delivery.due_at from webhook_deliveries as delivery
        where delivery.workspace_id = endpoint.workspace_id and delivery.endpoint_id = endpoint.endpoint_id
          and delivery.status = 'Pending' and delivery.due_at <= ${now}
        order by delivery.due_at, delivery.event_id
        limit ${countTo} + coalesce(sending.count, 0)
      ) as counted
    ) as due
    where (endpoint.workspace_id, endpoint.endpoint_id) > (${after.workspaceId}::uuid, ${after.endpointId}::uuid)
    order by endpoint.workspace_id, endpoint.endpoint_id
    limit ${endpointPage}`.execute(database);
  const last = rows.length < endpointPage ? undefined : rows.at(-1);
  return {
    due: rows.flatMap(({ isOthers, dueSince, ...endpoint }) =>
      !isOthers && endpoint.dueCount > 0 && dueSince ? [{ ...endpoint, dueSince }] : [],
    ),
    last: last ? { workspaceId: last.workspaceId, endpointId: last.endpointId } : null,
  };
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
