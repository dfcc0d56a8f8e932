import { sql } from 'kysely';
import type { EventIdentity } from '../../core/usage/event.ts';
import type { UsageKey } from '../../core/usage/report.ts';
import type { Database } from '../database.ts';

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

export interface HourEventQuestion {
  /** The exact event id. */
  readonly id?: string | undefined;
  /** The beginning of the event id. */
  readonly idPrefix?: string | undefined;
  /** The last event of the previous page. */
  readonly after?: EventIdentity | undefined;
  readonly limit: number;
}

/** Above every character that can follow a prefix. */
const greatestCharacter = '\u{10ffff}';

/** Raw events that count in an hour, by event id in byte order: `usage_events_of_hour`. */
export async function listHourEvents(
  database: Database,
  workspaceId: string,
  { subscriptionId, dimension, hour }: UsageKey,
  { id, idPrefix, after, limit }: HourEventQuestion,
): Promise<readonly StoredEvent[]> {
  const ofId = id === undefined ? sql`` : sql`and event_id collate "C" = ${id}`;
  const ofPrefix =
    idPrefix === undefined
      ? sql``
      : sql`and event_id collate "C" >= ${idPrefix} and event_id collate "C" < ${idPrefix + greatestCharacter}`;
  const further =
    after === undefined
      ? sql``
      : sql`and (event_id collate "C", source collate "C") > (${after.id}, ${after.source})`;
  const { rows } = await sql<StoredEvent>`
    select event_id as id, source, occurred_at as "occurredAt", received_at as "receivedAt",
      quantity::text as quantity, unique_key as "uniqueKey", is_carried as "isCarried"
    from usage_events
    where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId} and dimension = ${dimension}
      and hour = ${hour} ${ofId} ${ofPrefix} ${further}
    order by event_id collate "C", source collate "C"
    limit ${limit}`.execute(database);
  return rows;
}
