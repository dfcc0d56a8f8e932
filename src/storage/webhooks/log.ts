import { type RawBuilder, sql } from 'kysely';
import type { Total } from '../../core/values/total.ts';
import type { DeliveryStatus } from '../../core/webhooks/delivery.ts';
import type { EventType } from '../../core/webhooks/event.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadScannedTotal, loadTotal } from '../sql/load-total.ts';
import { allDeliveries } from './replays.ts';

export interface DeliveryLogFilter {
  readonly endpointId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly replay?: number | undefined;
  readonly type?: EventType | undefined;
  readonly tenantId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  /** Event ids are time-ordered; the range is half-open. */
  readonly fromEventId?: string | undefined;
  readonly toEventId?: string | undefined;
}

export interface LoggedDelivery {
  readonly endpointId: string;
  readonly eventId: string;
  /** 0 is the first delivery of the event to the endpoint. */
  readonly replay: number;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly tenantId: string | null;
  /** The name of the tenant's organisation. */
  readonly organisation: string | null;
  readonly status: DeliveryStatus;
  /** Time of the next attempt; null once it is decided. */
  readonly dueAt: Date | null;
  readonly attempts: number;
  /** Number of attempts of the earlier deliveries. */
  readonly earlierAttempts: number;
  /** The last stored attempt; null when none is. */
  readonly last: {
    readonly attemptedAt: Date;
    readonly status: number | null;
    readonly error: string | null;
  } | null;
}

interface DeliveryRow extends Omit<LoggedDelivery, 'last'> {
  readonly lastAttemptedAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** An event is delivered to several endpoints, and again by a replay. Ids of events are time-ordered. */
export const deliveryOrder = new ListOrder({
  id: [
    { column: sql`delivery.event_id`, type: 'uuid', of: ({ eventId }: LoggedDelivery) => eventId },
    { column: sql`delivery.endpoint_id`, type: 'uuid', of: ({ endpointId }) => endpointId },
    { column: sql`delivery.replay`, type: 'integer', of: ({ replay }) => String(replay) },
  ],
  idKey: 'occurredAt',
  columns: {},
  standard: '-occurredAt',
});

/** The conditions on events, with `events as event`. */
function ofEvent({ type, tenantId }: DeliveryLogFilter): readonly RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (type !== undefined) conditions.push(sql`event.type = ${type}`);
  if (tenantId !== undefined) conditions.push(sql`event.data ->> 'tenantId' = ${tenantId}`);
  return conditions;
}

/** The conditions on deliveries. */
function ofDelivery(workspaceId: string, filter: DeliveryLogFilter): readonly RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`delivery.workspace_id = ${workspaceId}`];
  const { endpointId, eventId, replay, status, fromEventId, toEventId } = filter;
  if (endpointId !== undefined) conditions.push(sql`delivery.endpoint_id = ${endpointId}`);
  if (eventId !== undefined) conditions.push(sql`delivery.event_id = ${eventId}`);
  if (replay !== undefined) conditions.push(sql`delivery.replay = ${replay}`);
  // A literal, so that the planner can use the partial index.
  if (status !== undefined) conditions.push(sql`delivery.status = ${sql.lit(status)}`);
  if (fromEventId !== undefined) conditions.push(sql`delivery.event_id >= ${fromEventId}`);
  if (toEventId !== undefined) conditions.push(sql`delivery.event_id < ${toEventId}`);
  return conditions;
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([...conditions], sql` and `);

/** A page of the workspace's deliveries, newest events first unless another order is asked for. */
export async function listDeliveries(
  database: Database,
  workspaceId: string,
  filter: DeliveryLogFilter,
  { limit, ...page }: SortedPage<(typeof deliveryOrder.sorts)[number]>,
): Promise<readonly LoggedDelivery[]> {
  const { isAfter, order } = deliveryOrder.select(page);
  const { rows } = await sql<DeliveryRow>`
    select delivery.endpoint_id as "endpointId", delivery.event_id as "eventId", delivery.replay, event.type,
      event.occurred_at as "occurredAt", event.data ->> 'tenantId' as "tenantId",
      ${organisationOfEvent(workspaceId)} as organisation, delivery.status,
      case when delivery.status = 'Pending' then delivery.due_at end as "dueAt",
      delivery.attempts - delivery.earlier_attempts as attempts, delivery.earlier_attempts as "earlierAttempts",
      coalesce(further.attempted_at, delivery.first_attempted_at) as "lastAttemptedAt",
      case when further.attempted_at is null then delivery.first_status else further.status end as "lastStatus",
      case when further.attempted_at is null then delivery.first_error else further.error end as "lastError"
    from ${allDeliveries}
    join events as event on event.workspace_id = ${workspaceId} and event.event_id = delivery.event_id
    left join lateral (
      select attempted_at, status, error from webhook_attempts as attempt
      where attempt.workspace_id = ${workspaceId} and attempt.endpoint_id = delivery.endpoint_id
        and attempt.event_id = delivery.event_id
        and attempt.attempt > delivery.earlier_attempts and attempt.attempt <= delivery.attempts
      order by attempt.attempt desc
      limit 1
    ) as further on true
    where ${all([...ofDelivery(workspaceId, filter), ...ofEvent(filter)])} and ${isAfter}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows.map(({ lastAttemptedAt, lastStatus, lastError, ...delivery }) => ({
    ...delivery,
    last: lastAttemptedAt && { attemptedAt: lastAttemptedAt, status: lastStatus, error: lastError },
  }));
}

const organisationOfEvent = (workspaceId: string) => sql`(
  select organisation.name from tenants as tenant
  join organisations as organisation
    on organisation.workspace_id = ${workspaceId} and organisation.organisation_id = tenant.organisation_id
  where tenant.workspace_id = ${workspaceId} and tenant.tenant_id = (event.data ->> 'tenantId')::uuid
)`;

/** Indexes have the events of a customer and of a type: the deliveries of the newest are counted. */
export function loadDeliveryTotal(
  database: Database,
  workspaceId: string,
  filter: DeliveryLogFilter,
): Promise<Total> {
  const [indexed, ...others] = ofEvent(filter).toReversed();
  if (indexed === undefined) {
    return loadTotal(
      database,
      sql`select from ${allDeliveries} where ${all(ofDelivery(workspaceId, filter))}`,
    );
  }
  const { fromEventId, toEventId } = filter;
  const range = [
    ...(fromEventId === undefined ? [] : [sql`event.event_id >= ${fromEventId}`]),
    ...(toEventId === undefined ? [] : [sql`event.event_id < ${toEventId}`]),
  ];
  // An event without a delivery is read, too, so it counts towards the rows that are read at most.
  const newest = sql`
    select event.type, delivery.event_id is not null as "isMatch"
    from events as event
    left join ${allDeliveries}
      on delivery.event_id = event.event_id and ${all(ofDelivery(workspaceId, filter))}
    where ${all([sql`event.workspace_id = ${workspaceId}`, indexed, ...range])}
    order by event.event_id desc`;
  return loadScannedTotal(database, newest, 'event', all([sql`event."isMatch"`, ...others]));
}

/** Delivery outcomes of one endpoint's events of an hour. */
export interface EndpointHour {
  readonly endpointId: string;
  readonly hour: Date;
  readonly delivered: number;
  /** Failed so far, with attempts left. */
  readonly failing: number;
  readonly failed: number;
}

/** By endpoint and hour, oldest first, from the event on. An event id begins with its milliseconds. */
export async function listEndpointHours(
  database: Database,
  workspaceId: string,
  firstEventId: string,
): Promise<readonly EndpointHour[]> {
  const { rows } = await sql<EndpointHour>`
    select endpoint_id as "endpointId",
      to_timestamp(('x' || left(replace(event_id::text, '-', ''), 12))::bit(48)::bigint / 3600000 * 3600) as hour,
      count(*) filter (where status = 'Delivered')::integer as delivered,
      count(*) filter (where status = 'Pending' and failed_attempts > 0)::integer as failing,
      count(*) filter (where status = 'Failed')::integer as failed
    from ${allDeliveries}
    where workspace_id = ${workspaceId} and event_id >= ${firstEventId}
    group by 1, 2
    order by 1, 2`.execute(database);
  return rows;
}
