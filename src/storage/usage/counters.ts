import { type RawBuilder, sql } from 'kysely';
import { lowestIdAt } from '../../core/identifiers.ts';
import { type QuantitySum, quantitySumToText } from '../../core/usage/events/quantity-sum.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { type CounterKey, counterKey, sumFrom } from './limits.ts';

export interface NewCounter extends CounterKey {
  readonly counterId: string;
}

const isSameCounter = sql.join(
  counterKey.map((column) => sql`${sql.ref(`counter.${column}`)} = ${sql.ref(`wanted.${column}`)}`),
  sql` and `,
);

/** Locked, so that the order of all that lock counters is the same. */
const inOrder = (alias: string) => sql.join(counterKey.map((column) => sql.ref(`${alias}.${column}`)));

function wantedCounters(counters: readonly NewCounter[]): RawBuilder<unknown> {
  return unnestRows('wanted', counters, {
    subscription_id: 'uuid',
    dimension: 'text',
    subject: 'text',
    per: 'text',
    period_start: ['timestamptz', ({ start }) => start],
    period_end: ['timestamptz', ({ end }) => end],
    counter_id: 'uuid',
  });
}

/**
 * Waits for the running intakes and reservations, and keeps others waiting: none of them may miss a counter that is made. The row
 * is written anew even if it stays the same, so that a statement that began before sees that it has changed.
 */
export async function lockIntakes(transaction: Database, workspaceId: string, today: string): Promise<void> {
  await sql`
    insert into usage_event_days (workspace_id, received_on) values (${workspaceId}, ${today}::date)
    on conflict do nothing`.execute(transaction);
  await sql`select from usage_event_days where workspace_id = ${workspaceId} for update`.execute(transaction);
  await sql`
    update usage_event_days set has_counters = true where workspace_id = ${workspaceId}`.execute(transaction);
}

/** Whether the workspace has counters. None is made until the transaction ends. */
export async function lockCounters(transaction: Database, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ has_counters: boolean }>`
    select has_counters from usage_event_days where workspace_id = ${workspaceId} for share`.execute(
    transaction,
  );
  return rows[0]?.has_counters ?? false;
}

/**
 * Makes the counters that are missing, and counts those again whose period has another end. The caller has locked the intakes.
 * The counter of a subscription begins with the hours of the period, that of a subject with the committed reservations that are
 * stored. Reservations that are held count in it from now on.
 */
export async function makeCounters(
  transaction: Database,
  workspaceId: string,
  counters: readonly NewCounter[],
): Promise<void> {
  const { rows: made } = await sql<{ counter_id: string }>`
    insert into usage_counters (
      workspace_id, subscription_id, dimension, subject, per, period_start, period_end, counter_id, used, reserved
    )
    select shard.workspace_id, wanted.*, 0, 0
    from ${onShardOf(workspaceId)} cross join ${wantedCounters(counters)}
    order by ${inOrder('wanted')}
    on conflict do nothing
    returning counter_id`.execute(transaction);
  const isNew = new Set(made.map(({ counter_id }) => counter_id));
  const fresh = counters.filter(({ counterId }) => isNew.has(counterId));
  if (fresh.length > 0) await adoptReservations(transaction, workspaceId, fresh);
  await sql`
    update usage_counters as counter
    set period_end = wanted.period_end,
      used = case when counter.subject = '' then (
        select coalesce(sum(hours.total), 0) from usage_hours as hours
        where hours.workspace_id = ${workspaceId}::uuid and hours.subscription_id = wanted.subscription_id
          and hours.dimension = wanted.dimension and hours.aggregation in ('Sum', 'Count')
          and hours.hour >= wanted.period_start and (wanted.period_end is null or hours.hour < wanted.period_end)
      ) else counter.used end
    from ${wantedCounters(counters)}
    where counter.workspace_id = ${workspaceId}::uuid and ${isSameCounter}
      and (counter.counter_id = wanted.counter_id or counter.period_end is distinct from wanted.period_end)`.execute(
    transaction,
  );
}

/** Reservations of the period that were granted before it had the counters. */
async function adoptReservations(
  transaction: Database,
  workspaceId: string,
  counters: readonly NewCounter[],
): Promise<void> {
  const isOfCounter = sql`reservation.workspace_id = ${workspaceId}::uuid
    and reservation.subscription_id = wanted.subscription_id and reservation.dimension = wanted.dimension
    and (wanted.subject = '' or reservation.subject = wanted.subject) and reservation.granted_at >= wanted.period_start
    and (wanted.period_end is null or reservation.granted_at < wanted.period_end)`;
  // Ids begin with their time: what was granted before the period is not read.
  const firstId = lowestIdAt(new Date(Math.min(...counters.map(({ start }) => start.getTime()))));
  await sql`
    with held as (
      select reservation.reservation_id, wanted.counter_id
      from ${wantedCounters(counters)} join usage_reservations as reservation on ${isOfCounter}
      where reservation.state = 'Held'
      order by reservation.reservation_id
      for update of reservation
    ), adopted as (
      select reservation_id, array_agg(counter_id) as counter_ids from held group by reservation_id
    )
    update usage_reservations as reservation set counter_ids = reservation.counter_ids || adopted.counter_ids
    from adopted
    where reservation.workspace_id = ${workspaceId}::uuid
      and reservation.reservation_id = adopted.reservation_id`.execute(transaction);
  await sql`
    update usage_counters as counter set reserved = (
        select coalesce(sum(reservation.quantity), 0) from usage_reservations as reservation
        where ${isOfCounter} and reservation.state = 'Held'
      ), used = (
        select coalesce(sum(reservation.committed_quantity), 0) from usage_reservations as reservation
        where ${isOfCounter} and reservation.state = 'Committed' and wanted.subject <> ''
          and reservation.reservation_id >= ${firstId}::uuid
      )
    from ${wantedCounters(counters)}
    where counter.workspace_id = ${workspaceId}::uuid and counter.counter_id = wanted.counter_id`.execute(
    transaction,
  );
}

/** What is added to an hour, of additive meters. May be below 0: a part of an hour was carried into another. */
export interface CounterAddition extends UsageKey {
  readonly added: QuantitySum;
}

/** A reservation that is settled, in one of its counters. */
export interface SettledCounter {
  readonly counterId: string;
  readonly released: QuantitySum;
  /** What it used, for the counter of a subject. That of the subscription counts the hours. */
  readonly used: QuantitySum;
}

export interface ChangedCounter extends CounterKey {
  readonly counterId: string;
  readonly used: QuantitySum;
  readonly reserved: QuantitySum;
  /** The greatest threshold that was announced. */
  readonly announced: number;
}

interface ChangedCounterRow extends Omit<ChangedCounter, 'used' | 'reserved'> {
  readonly used: string;
  readonly reserved: string;
}

/**
 * Adds to the counters of hours, and takes settled reservations out of theirs. The rows stay locked until the transaction ends,
 * so this is its last lock.
 */
export async function changeCounters(
  transaction: Database,
  workspaceId: string,
  {
    added,
    settled,
  }: { readonly added: readonly CounterAddition[]; readonly settled: readonly SettledCounter[] },
): Promise<readonly ChangedCounter[]> {
  if (added.length === 0 && settled.length === 0) return [];
  const additions = unnestRows('new', added, {
    subscription_id: 'uuid',
    dimension: 'text',
    hour: 'timestamptz',
    added: ['numeric', (addition) => signedText(addition.added)],
  });
  const settlements = unnestRows('gone', settled, {
    counter_id: ['uuid', ({ counterId }) => counterId],
    released: ['numeric', ({ released }) => quantitySumToText(released)],
    used: ['numeric', ({ used }) => quantitySumToText(used)],
  });
  const { rows } = await sql<ChangedCounterRow>`
    with moved as materialized (
      select part.counter_id, sum(part.used) as used, sum(part.released) as released from (
        select counter.counter_id, new.added as used, 0 as released
        from ${additions}
        join usage_counters as counter
          on counter.workspace_id = ${workspaceId}::uuid and counter.subscription_id = new.subscription_id
          and counter.dimension = new.dimension and counter.subject = '' and counter.period_start <= new.hour
          and (counter.period_end is null or new.hour < counter.period_end)
        union all
        select counter.counter_id, case when counter.subject = '' then 0 else gone.used end, gone.released
        from ${settlements}
        join usage_counters as counter
          on counter.workspace_id = ${workspaceId}::uuid and counter.counter_id = gone.counter_id
      ) as part group by part.counter_id
    ), locked as materialized (
      select counter.counter_id from usage_counters as counter
      join moved on moved.counter_id = counter.counter_id
      where counter.workspace_id = ${workspaceId}::uuid
      order by ${inOrder('counter')}
      for update of counter
    )
    update usage_counters as counter
    set used = counter.used + moved.used, reserved = counter.reserved - moved.released
    from moved join locked on locked.counter_id = moved.counter_id
    where counter.workspace_id = ${workspaceId}::uuid and counter.counter_id = moved.counter_id
    returning counter.subscription_id as "subscriptionId", counter.dimension, counter.subject, counter.per,
      counter.period_start as start, counter.period_end as "end", counter.counter_id as "counterId", counter.used,
      counter.reserved, counter.announced_percent as announced`.execute(transaction);
  return rows.map((row) => ({ ...row, used: sumFrom(row.used), reserved: sumFrom(row.reserved) }));
}

/** Remembers the greatest threshold of each counter that was announced. The caller has locked them. */
export async function saveAnnouncedPercents(
  transaction: Database,
  workspaceId: string,
  counters: readonly { readonly counterId: string; readonly announced: number }[],
): Promise<void> {
  if (counters.length === 0) return;
  await sql`
    update usage_counters as counter set announced_percent = new.announced
    from ${unnestRows('new', counters, { counter_id: ['uuid', ({ counterId }) => counterId], announced: 'smallint' })}
    where counter.workspace_id = ${workspaceId}::uuid and counter.counter_id = new.counter_id`.execute(
    transaction,
  );
}

function signedText(sum: QuantitySum): string {
  return sum < 0n ? `-${quantitySumToText(-sum)}` : quantitySumToText(sum);
}
