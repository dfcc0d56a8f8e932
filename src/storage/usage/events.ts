import { sql } from 'kysely';
import { type EventIdentity, identityText } from '../../core/usage/events/event.ts';
import { usageKeyText } from '../../core/usage/reports/batch.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import { type Quantity, quantityToText } from '../../core/values/quantity.ts';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

/** A usage event with the hour in which it counts. */
export interface EventRow extends EventIdentity, UsageKey {
  readonly isCarried: boolean;
  readonly occurredAt: Date;
  readonly quantity: Quantity | null;
  readonly uniqueKey: string | null;
}

/**
 * A row of the two days before has the event. A subquery of its own for each event: the planner might read two whole days
 * for a join.
 */
const isKnownEarlier = (workspaceId: string, day: Day) => sql<boolean>`coalesce((
  select true from usage_events as known
  where known.workspace_id = ${workspaceId}::uuid
    and known.received_on between ${day}::date - 2 and ${day}::date - 1
    and known.source = sent.source and known.event_id = sent.event_id
  limit 1
), false)`;

/**
 * Stores the events that are new, and returns the positions of the others. The events of a request have different
 * identities. They are written in one order, so that two requests cannot deadlock.
 */
export async function insertEvents(
  transaction: Database,
  workspaceId: string,
  day: Day,
  events: readonly EventRow[],
  receivedAt: Date,
): Promise<ReadonlySet<number>> {
  if (events.length === 0) return new Set();
  const sent = unnestRows('sent', events, {
    source: 'text',
    event_id: ['text', ({ id }) => id],
    subscription_id: 'uuid',
    dimension: 'text',
    hour: 'timestamptz',
    is_carried: 'boolean',
    occurred_at: 'timestamptz',
    quantity: ['numeric', ({ quantity }) => (quantity === null ? null : quantityToText(quantity))],
    unique_key: 'text',
  });
  const { rows } = await sql<EventIdentity>`
    insert into usage_events (
      workspace_id, received_on, source, event_id, subscription_id, dimension, hour, is_carried, occurred_at,
      quantity, unique_key, received_at
    )
    select shard.workspace_id, ${day}::date, sent.*, ${receivedAt}::timestamptz
    from ${onShardOf(workspaceId)} cross join ${sent}
    where not ${isKnownEarlier(workspaceId, day)}
    order by sent.source, sent.event_id
    on conflict do nothing
    returning source, event_id as id`.execute(transaction);
  const stored = new Set(rows.map(identityText));
  const known = events.flatMap((event, index) => (stored.has(identityText(event)) ? [] : [index]));
  return new Set(known);
}

/** Those of the identities that are stored, as `identityText`. */
export async function findStoredEvents(
  database: Database,
  workspaceId: string,
  day: Day,
  identities: readonly EventIdentity[],
): Promise<ReadonlySet<string>> {
  if (identities.length === 0) return new Set();
  const { rows } = await sql<EventIdentity>`
    select sent.source, sent.event_id as id
    from ${unnestRows('sent', identities, { source: 'text', event_id: ['text', ({ id }) => id] })}
    where ${isKnownEarlier(workspaceId, day)} or coalesce((
      select true from usage_events as known
      where known.workspace_id = ${workspaceId}::uuid and known.received_on = ${day}::date
        and known.source = sent.source and known.event_id = sent.event_id
    ), false)`.execute(database);
  return new Set(rows.map(identityText));
}

/** A UTC day: `2026-11-16`. */
export type Day = string;

export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

/** The day under which a workspace's events are filed, and whether they may count against a limit. */
export interface EventDay {
  readonly day: Day;
  readonly hasLimits: boolean;
}

/**
 * Undefined if the day lies before `today` and must be moved on first. The lock keeps it from moving until the transaction ends,
 * so that a later day sees all events of this one, and keeps counters from being made meanwhile.
 */
export async function lockEventDay(
  transaction: Database,
  workspaceId: string,
  today: Day,
): Promise<EventDay | undefined> {
  const { rows } = await sql<EventDay>`
    select received_on::text as day, (
        has_counters or exists (select from usage_limits where workspace_id = ${workspaceId}::uuid)
        or exists (
          select from meter_dimensions where workspace_id = ${workspaceId}::uuid and limit_quantity is not null
        )
      ) as "hasLimits"
    from usage_event_days where workspace_id = ${workspaceId}::uuid for share of usage_event_days`.execute(
    transaction,
  );
  const [found] = rows;
  return found && found.day >= today ? found : undefined;
}

/**
 * Moves the day on, never back, and waits for the intakes of the day before. Outside a transaction: two that share the
 * lock would wait for each other.
 */
export async function moveEventDay(database: Database, workspaceId: string, today: Day): Promise<void> {
  await sql`
    insert into usage_event_days as day (workspace_id, received_on) values (${workspaceId}, ${today}::date)
    on conflict (workspace_id) do update set received_on = excluded.received_on
    where day.received_on < excluded.received_on`.execute(database);
}

export interface KeyOfHour extends UsageKey {
  readonly uniqueKey: string;
}

/** Stores the keys that are new to their hour, and returns how many each hour got. */
export async function insertUniqueKeys(
  transaction: Database,
  workspaceId: string,
  keys: readonly KeyOfHour[],
): Promise<readonly (UsageKey & { readonly count: number })[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<UsageKey>`
    insert into usage_unique_keys (workspace_id, hour, subscription_id, dimension, key_hash)
    select distinct shard.workspace_id, hour, subscription_id, dimension,
      substring(sha256(convert_to(unique_key, 'UTF8')) for 16) as key_hash
    from ${onShardOf(workspaceId)} cross join ${unnestRows('sent', keys, {
      hour: 'timestamptz',
      subscription_id: 'uuid',
      dimension: 'text',
      unique_key: 'text',
    })}
    order by hour, subscription_id, dimension, key_hash
    on conflict do nothing
    returning hour, subscription_id as "subscriptionId", dimension`.execute(transaction);
  const counts = new Map<string, UsageKey & { count: number }>();
  for (const key of rows) {
    const known = counts.get(usageKeyText(key));
    counts.set(usageKeyText(key), { ...key, count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
