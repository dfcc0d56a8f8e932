import { type Selectable, sql } from 'kysely';
import type { DeliveryStatus, WebhookDelivery } from '../../core/webhooks/delivery.ts';
import type { Database } from '../database.ts';
import type { WebhookDeliveries } from '../schema/tables.generated.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import type { EndpointKey } from './endpoints.ts';

export interface DeliveryKey extends EndpointKey {
  readonly eventId: string;
}

export interface StoredDelivery extends DeliveryKey {
  readonly delivery: WebhookDelivery;
}

/** How many deliveries of an endpoint to read, without those in flight. */
export interface WantedDeliveries {
  readonly endpointId: string;
  readonly limit: number;
  readonly sending: readonly string[];
}

/** The next deliveries of each endpoint, oldest first. The caller must have taken the lanes. */
export async function loadDueDeliveries(
  database: Database,
  workspaceId: string,
  wanted: readonly WantedDeliveries[],
  now: Date,
): Promise<readonly StoredDelivery[]> {
  const sending = wanted.flatMap(({ endpointId, sending }) =>
    sending.map((eventId) => ({ endpointId, eventId })),
  );
  const { rows } = await sql<Attempts & { endpoint_id: string; event_id: string }>`
    select due.*
    from ${unnestRows('wanted', wanted, { endpoint_id: 'uuid', max_rows: ['integer', ({ limit }) => limit] })}
    cross join lateral (
      select delivery.endpoint_id, delivery.event_id, delivery.due_at, delivery.attempts, delivery.earlier_attempts,
        delivery.failed_attempts
      from webhook_deliveries as delivery
      where delivery.workspace_id = ${workspaceId} and delivery.endpoint_id = wanted.endpoint_id
        and delivery.status = 'Pending' and delivery.due_at <= ${now}
        and (delivery.endpoint_id, delivery.event_id) not in (
          select endpoint_id, event_id from ${unnestRows('sending', sending, { endpoint_id: 'uuid', event_id: 'uuid' })}
        )
      order by delivery.due_at, delivery.event_id
      limit wanted.max_rows
    ) as due
    order by due.due_at, due.event_id`.execute(database);
  return rows.map((row) => ({
    workspaceId,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    delivery: deliveryFrom(row, 'Pending', null),
  }));
}

/** Locks the events' deliveries to the endpoint until the transaction ends, in a fixed order. */
export async function lockDeliveries(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
  eventIds: readonly string[],
): Promise<readonly StoredDelivery[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await sql<Selectable<WebhookDeliveries>>`
    select * from webhook_deliveries
    where workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and event_id = any(${eventIds}::uuid[])
    order by event_id
    for update`.execute(database);
  return rows.map(storedFrom);
}

/** Updates deliveries of an endpoint that this transaction has locked, in one statement. */
export async function updateDeliveries(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
  deliveries: readonly StoredDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update webhook_deliveries as delivery
    set status = new.status, due_at = new.due_at, failed_attempts = new.failed_attempts,
      decided_at = new.decided_at
    from ${unnestRows('new', deliveries, {
      event_id: 'uuid',
      status: ['text', ({ delivery }) => delivery.status],
      due_at: ['timestamptz', ({ delivery }) => delivery.dueAt],
      failed_attempts: ['integer', ({ delivery }) => delivery.failedAttempts],
      decided_at: ['timestamptz', ({ delivery }) => delivery.decidedAt],
    })}
    where delivery.workspace_id = ${workspaceId} and delivery.endpoint_id = ${endpointId}
      and delivery.event_id = new.event_id`.execute(database);
}

/** Inserts deliveries of events to an endpoint; existing ones do not change. */
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

function storedFrom(row: Selectable<WebhookDeliveries>): StoredDelivery {
  return {
    workspaceId: row.workspace_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    delivery: deliveryFrom(row, row.status as DeliveryStatus, row.decided_at),
  };
}

type Attempts = Pick<
  Selectable<WebhookDeliveries>,
  'due_at' | 'attempts' | 'earlier_attempts' | 'failed_attempts'
>;

function deliveryFrom(row: Attempts, status: DeliveryStatus, decidedAt: Date | null): WebhookDelivery {
  return {
    status,
    dueAt: row.due_at,
    attempts: row.attempts,
    earlierAttempts: row.earlier_attempts,
    failedAttempts: row.failed_attempts,
    decidedAt,
  };
}
