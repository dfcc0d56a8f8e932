import { sql } from 'kysely';
import { type EventType, filterValuesFor, type StoredEvent } from '../../core/webhooks/event.ts';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { plainArray } from '../sql/plain-array.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

export interface NewEvent {
  readonly eventId: string;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly data: object;
}

/** Inserts events with a delivery for every subscribed endpoint. Runs in a transaction: no event is without its deliveries. */
export async function insertEvents(
  database: Database,
  workspaceId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const told = unnestRows('told', events, {
    event_id: 'uuid',
    type: 'text',
    occurred_at: 'timestamptz',
    data: ['jsonb', ({ data }) => JSON.stringify(data)],
    words: ['text', ({ type }) => filterValuesFor(type).join(' ')],
  });
  await sql`
    insert into events (workspace_id, event_id, type, occurred_at, data)
    select shard.workspace_id, event_id, type, occurred_at, data
    from ${onShardOf(workspaceId)} cross join ${told}`.execute(database);
  await sql`
    insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, due_at)
    select endpoint.workspace_id, endpoint.endpoint_id, told.event_id, 'Pending', told.occurred_at
    from ${told}
    join webhook_endpoints as endpoint
      on endpoint.workspace_id = ${workspaceId}
      and endpoint.disabled_at is null
      and endpoint.removed_at is null
      and endpoint.event_types && string_to_array(told.words, ' ')
      and ${subscribesToProduct(workspaceId, sql`told.data`)}`.execute(database);
}

/** The events by their ids; some may have been deleted. */
export async function loadEvents(
  database: Database,
  workspaceId: string,
  eventIds: Iterable<string>,
): Promise<ReadonlyMap<string, StoredEvent>> {
  const { rows } = await sql<{ event_id: string; type: EventType; occurred_at: Date; data_text: string }>`
    select event_id, type, occurred_at, data::text as data_text from events
    where workspace_id = ${workspaceId} and event_id = any(${plainArray([...eventIds])}::uuid[])`.execute(
    database,
  );
  return new Map(
    rows.map((row) => [
      row.event_id,
      { type: row.type, occurredAt: row.occurred_at, dataText: row.data_text },
    ]),
  );
}

/** Whether the `endpoint` of a query subscribes to the product in the event's data. */
export function subscribesToProduct(workspaceId: string, data: ReturnType<typeof sql>) {
  return sql`(endpoint.all_products or exists (
    select from webhook_endpoint_products as chosen
    join products as product using (workspace_id, product_id)
    where chosen.workspace_id = ${workspaceId} and chosen.endpoint_id = endpoint.endpoint_id
      and product.slug = ${data} -> 'product' ->> 'slug'
  ))`;
}
