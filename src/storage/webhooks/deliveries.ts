import { type Selectable, sql } from 'kysely';
import { type LeaseTerms, leaseTerms } from '../../core/lease.ts';
import type { DeliveryStatus, WebhookDelivery } from '../../core/webhooks/delivery.ts';
import type { EventType } from '../../core/webhooks/event-type.ts';
import type { StoredEvent } from '../../core/webhooks/payload.ts';
import type { Database } from '../database.ts';
import { mayTake, taken } from '../lease-queue.ts';
import { plainArray } from '../plain-array.ts';
import type { WebhookDeliveries } from '../tables.generated.ts';
import type { EndpointKey } from './endpoints.ts';

export interface DeliveryKey extends EndpointKey {
  readonly eventId: string;
}

export interface StoredDelivery extends DeliveryKey {
  readonly delivery: WebhookDelivery;
}

/** A delivery with what is to be delivered. */
export interface DueDelivery extends StoredDelivery {
  readonly event: StoredEvent;
}

/** An endpoint that has something to be sent now. */
export interface DueEndpoint extends EndpointKey {
  /** How much, as far as it was counted. */
  readonly dueCount: number;
  /** Since when the oldest of it has been due. */
  readonly dueSince: Date;
  readonly failingSince: Date | null;
  readonly rateLimitPerMinute: number | null;
}

/** So many endpoints are looked at for work at once. */
const mostEndpoints = 1_000;

/**
 * The endpoints that have deliveries to be sent now, those that wait longest first. It goes from endpoint to endpoint
 * along the index and looks at `countTo` entries of each, so a long queue of one costs no more than a short one.
 */
export async function findDueEndpoints(
  database: Database,
  now: Date,
  countTo: number,
): Promise<readonly DueEndpoint[]> {
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
    )
    select endpoint.workspace_id, endpoint.endpoint_id, due.due_count, due.due_since, endpoint.failing_since,
      endpoint.rate_limit_per_minute
    from waiting
    join webhook_endpoints as endpoint using (workspace_id, endpoint_id)
    cross join lateral (
      select count(*)::integer as due_count, min(counted.due_at) as due_since from (
        select delivery.due_at from webhook_deliveries as delivery
        where delivery.workspace_id = waiting.workspace_id and delivery.endpoint_id = waiting.endpoint_id
          and delivery.status = 'Pending' and ${mayTake(leaseTerms('webhookDelivery', now), 'delivery')}
        order by delivery.due_at, delivery.event_id
        limit ${countTo}
      ) as counted
    ) as due
    where due.due_count > 0
    order by due.due_since
    limit ${mostEndpoints}`.execute(database);
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    endpointId: row.endpoint_id,
    dueCount: row.due_count,
    dueSince: row.due_since,
    failingSince: row.failing_since,
    rateLimitPerMinute: row.rate_limit_per_minute,
  }));
}

/** How many at most of an endpoint's deliveries. */
export interface WantedDeliveries extends EndpointKey {
  readonly most: number;
}

/**
 * Leases some due deliveries of each of these endpoints, the oldest first; those that another sender has locked are
 * skipped. One statement: it finds the rows it locks again by their `ctid`.
 */
export async function leaseDueDeliveries(
  database: Database,
  wanted: readonly WantedDeliveries[],
  terms: LeaseTerms,
): Promise<readonly DueDelivery[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<
    Selectable<WebhookDeliveries> & { type: string; occurred_at: Date; data_text: string }
  >`
    with leased as (
      update webhook_deliveries set ${taken('webhook_deliveries', terms)}
      where ctid = any(array(${dueOf(wanted, terms, sql`delivery.ctid`)}))
      returning workspace_id, endpoint_id, event_id, due_at, claims, failed_tries
    )
    select leased.*, event.type, event.occurred_at, event.data::text as data_text
    from leased join events as event using (workspace_id, event_id)
    order by leased.due_at, leased.event_id`.execute(database);
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    delivery: {
      status: 'Pending',
      dueAt: row.due_at,
      attempts: row.claims,
      leasedUntil: terms.leasedUntil,
      failedTries: row.failed_tries,
      decidedAt: null,
    },
    event: { type: row.type as EventType, occurredAt: row.occurred_at, dataText: row.data_text },
  }));
}

/** Some due deliveries of each of these endpoints, locked; those that another sender has locked are skipped. */
export async function lockDueDeliveries(
  database: Database,
  wanted: readonly WantedDeliveries[],
  terms: LeaseTerms,
): Promise<readonly StoredDelivery[]> {
  if (wanted.length === 0) return [];
  const { rows } = await dueOf(wanted, terms, sql`delivery.*`).execute(database);
  return rows.map(storedFrom);
}

function dueOf(wanted: readonly WantedDeliveries[], terms: LeaseTerms, columns: ReturnType<typeof sql>) {
  return sql<Selectable<WebhookDeliveries>>`
    select due.* from unnest(
      ${wanted.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${wanted.map(({ endpointId }) => endpointId)}::uuid[],
      ${wanted.map(({ most }) => most)}::integer[]
    ) as wanted (workspace_id, endpoint_id, most)
    cross join lateral (
      select ${columns} from webhook_deliveries as delivery
      where delivery.workspace_id = wanted.workspace_id and delivery.endpoint_id = wanted.endpoint_id
        and delivery.status = 'Pending' and ${mayTake(terms, 'delivery')}
      order by delivery.due_at, delivery.event_id
      limit wanted.most
      for update skip locked
    ) as due`;
}

/** Those of the keys that there are, locked until the transaction ends, always in the same order. */
export async function lockDeliveries(
  database: Database,
  keys: readonly DeliveryKey[],
): Promise<readonly StoredDelivery[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Selectable<WebhookDeliveries>>`
    select delivery.* from webhook_deliveries as delivery
    join unnest(
      ${keys.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${keys.map(({ endpointId }) => endpointId)}::uuid[],
      ${keys.map(({ eventId }) => eventId)}::uuid[]
    ) as key (workspace_id, endpoint_id, event_id) using (workspace_id, endpoint_id, event_id)
    order by delivery.workspace_id, delivery.endpoint_id, delivery.event_id
    for update of delivery`.execute(database);
  return rows.map(storedFrom);
}

/** Writes what has changed of deliveries that this transaction has locked, in one statement. */
export async function updateDeliveries(
  database: Database,
  deliveries: readonly StoredDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const column = <Value>(read: (delivery: WebhookDelivery) => Value) =>
    deliveries.map(({ delivery }) => read(delivery));
  await sql`
    update webhook_deliveries as delivery
    set status = new.status, due_at = new.due_at, claims = new.claims, claimed_until = new.claimed_until,
      failed_tries = new.failed_tries, decided_at = new.decided_at
    from unnest(
      ${deliveries.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${deliveries.map(({ endpointId }) => endpointId)}::uuid[],
      ${deliveries.map(({ eventId }) => eventId)}::uuid[],
      ${column(({ status }) => status)}::text[],
      ${column(({ dueAt }) => dueAt)}::timestamptz[],
      ${column(({ attempts }) => attempts)}::integer[],
      ${column(({ leasedUntil }) => leasedUntil)}::timestamptz[],
      ${column(({ failedTries }) => failedTries)}::integer[],
      ${column(({ decidedAt }) => decidedAt)}::timestamptz[]
    ) as new (
      workspace_id, endpoint_id, event_id, status, due_at, claims, claimed_until, failed_tries, decided_at
    )
    where delivery.workspace_id = new.workspace_id and delivery.endpoint_id = new.endpoint_id
      and delivery.event_id = new.event_id`.execute(database);
}

/** Ends the leases of deliveries where they still count. */
export async function releaseLeases(
  database: Database,
  deliveries: readonly StoredDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update webhook_deliveries as delivery set claimed_until = null
    from unnest(
      ${plainArray(deliveries.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${plainArray(deliveries.map(({ endpointId }) => endpointId))}::uuid[],
      ${plainArray(deliveries.map(({ eventId }) => eventId))}::uuid[],
      ${plainArray(deliveries.map(({ delivery }) => delivery.attempts))}::integer[]
    ) as leased (workspace_id, endpoint_id, event_id, claims)
    where delivery.workspace_id = leased.workspace_id and delivery.endpoint_id = leased.endpoint_id
      and delivery.event_id = leased.event_id and delivery.claims = leased.claims
      and delivery.claimed_until is not null`.execute(database);
}

/** Deliveries of events to an endpoint that had none of them; what is there is left alone. */
export async function insertDeliveries(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`
    insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, due_at)
    select ${workspaceId}, ${endpointId}, event_id, 'Pending', ${now}
    from unnest(${eventIds}::uuid[]) as event_id
    order by event_id
    on conflict do nothing`.execute(database);
}

export interface WebhookQueue {
  /** How many deliveries are due: of each endpoint a thousand are counted at most. */
  readonly due: number;
  /** Since when the oldest of them has been. */
  readonly oldestDueAt: Date | null;
}

const countedTo = 1_000;

/** How much waits to be sent, at a price that grows with the number of endpoints and not with the queue. */
export async function loadWebhookQueue(database: Database, now: Date): Promise<WebhookQueue> {
  const endpoints = await findDueEndpoints(database, now, countedTo);
  const due = endpoints.reduce((sum, { dueCount }) => sum + dueCount, 0);
  return { due, oldestDueAt: endpoints[0]?.dueSince ?? null };
}

function storedFrom(row: Selectable<WebhookDeliveries>): StoredDelivery {
  return {
    workspaceId: row.workspace_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    delivery: {
      status: row.status as DeliveryStatus,
      dueAt: row.due_at,
      attempts: row.claims,
      leasedUntil: row.claimed_until,
      failedTries: row.failed_tries,
      decidedAt: row.decided_at,
    },
  };
}
