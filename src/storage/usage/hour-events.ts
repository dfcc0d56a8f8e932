import { type RawBuilder, sql } from 'kysely';
import type { EventIdentity } from '../../core/usage/events/event.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';

/** A stored usage event. */
export interface StoredEvent extends EventIdentity {
  readonly occurredAt: Date;
  readonly receivedAt: Date;
  /** Exact decimal text; null: not stated. */
  readonly quantity: string | null;
  readonly uniqueKey: string | null;
  /** It belongs to an earlier hour, which was closed. */
  readonly isCarried: boolean;
}

export interface HourEventFilter {
  /** The exact event id. */
  readonly id?: string | undefined;
  /** The beginning of the event id. */
  readonly idPrefix?: string | undefined;
}

/** An event counts once by its id and source. In byte order, as `usage_events_of_hour` has them; no index has another order. */
export const hourEventOrder = new ListOrder({
  id: [
    { column: sql`event_id collate "C"`, type: 'text', of: ({ id }: StoredEvent) => id },
    { column: sql`source collate "C"`, type: 'text', of: ({ source }) => source },
  ],
  idKey: 'id',
  columns: {},
  standard: 'id',
});

interface HourEventPage extends HourEventFilter, SortedPage<(typeof hourEventOrder.sorts)[number]> {}

/** Above every character that can follow a prefix. */
const greatestCharacter = '\u{10ffff}';

/** Raw events that count in an hour, by event id. */
export async function listHourEvents(
  database: Database,
  workspaceId: string,
  key: UsageKey,
  { sort, after, limit, ...filter }: HourEventPage,
): Promise<readonly StoredEvent[]> {
  const { isAfter, order } = hourEventOrder.select({ sort, after });
  const { rows } = await sql<StoredEvent>`
    select event_id as id, source, occurred_at as "occurredAt", received_at as "receivedAt",
      quantity::text as quantity, unique_key as "uniqueKey", is_carried as "isCarried"
    from usage_events
    where ${isEventOf(workspaceId, key, filter)} and ${isAfter}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows;
}

export function loadHourEventTotal(
  database: Database,
  workspaceId: string,
  key: UsageKey,
  filter: HourEventFilter,
): Promise<Total> {
  return loadTotal(database, sql`select from usage_events where ${isEventOf(workspaceId, key, filter)}`);
}

function isEventOf(
  workspaceId: string,
  { subscriptionId, dimension, hour }: UsageKey,
  { id, idPrefix }: HourEventFilter,
): RawBuilder<unknown> {
  const conditions = [
    sql`workspace_id = ${workspaceId} and subscription_id = ${subscriptionId} and dimension = ${dimension}
      and hour = ${hour}`,
  ];
  if (id !== undefined) conditions.push(sql`event_id collate "C" = ${id}`);
  if (idPrefix !== undefined) {
    conditions.push(
      sql`event_id collate "C" >= ${idPrefix} and event_id collate "C" < ${idPrefix + greatestCharacter}`,
    );
  }
  return sql.join(conditions, sql` and `);
}
