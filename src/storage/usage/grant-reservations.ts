import { type Quantity, quantityToText } from '../../core/values/quantity.ts';
import { type Database, type Pool, poolOf } from '../database.ts';
import { preparedStatement } from '../sql/prepared-statement.ts';
import {
  type CountedLimit,
  counterKey,
  type LimitedMeter,
  type LimitRow,
  limitFrom,
  limitsOf,
  metersParameter,
  metersTable,
} from './limits.ts';

/** A reservation that is asked for. */
export interface AskedReservation {
  /** The position of its meter. */
  readonly meter: number;
  readonly reservationId: string;
  readonly apiClientId: string;
  readonly quantity: Quantity;
  readonly grantedAt: Date;
  readonly expiresAt: Date;
}

/** What became of it, with its limits: after it, if it was granted, or else as they were before the statement. */
export interface AskedOutcome {
  readonly isGranted: boolean;
  /** False: counters are or were made while the statement ran, or the workspace has no day of events yet. Ask again. */
  readonly isCurrent: boolean;
  /** A limit has no counter: make it, and ask again. */
  readonly missing: readonly CountedLimitState[];
  readonly limits: readonly CountedLimitState[];
}

export type CountedLimitState = Omit<CountedLimit, 'alertPercents'>;

interface OutcomeRow extends LimitRow {
  position: number;
  is_granted: boolean;
  is_current: boolean;
}

/** The columns of a counter's key, of a table. */
const key = (alias: string) => counterKey.map((column) => `${alias}.${column}`).join(', ');

/**
 * Limits are read, counters locked in one order, and what is granted is added to them. A reservation is granted if all its limits
 * have room for it and for those before it in the statement. What waits for a counter's lock sees the counter as it is then.
 * It counts in every counter of its meter, also in those that no limit uses at the moment: a limit that is removed, or has another
 * period, may come back.
 * Nothing is granted if the statement may not see a counter: those who make one lock the workspace's day of events and write it
 * anew (`lockIntakes`). The day is locked last, so that a statement that waits for a counter does not hold it.
 * For Citus, nothing is returned from the insert, and the lock is in a query of its own: it could not read the rows of either. It
 * runs one query after the other, in their order, and each sees the tables as they are then.
 *
 * @param of the workspace of a table's rows: its column, or what tells Citus the machine
 * @param workspaceOfMeter the workspace of the meters
 * @param lock what happens to counters that others have locked; empty: the statement waits
 */
const grantText = (of: (alias: string) => string, workspaceOfMeter: string, lock: string) => `
  with meters as materialized (
    select ${workspaceOfMeter} as workspace_id, meter.* from ${metersTable('$3')}
  ), seen as materialized (
    select day.workspace_id, day.xmin as version
    from (select distinct meter.workspace_id from meters as meter) as wanted
    join usage_event_days as day on day.workspace_id = ${of('wanted')}
  ), asked as materialized (
    select asked.*, meter.workspace_id, meter.subscription_id, meter.dimension, meter.subject,
      subscription.tenant_id, subscription.product_id
    from jsonb_to_recordset($4::jsonb) as asked (
      position integer, meter integer, reservation_id uuid, api_client_id uuid, quantity numeric,
      granted_at timestamptz, expires_at timestamptz
    )
    join meters as meter on meter.number = asked.meter
    left join subscriptions as subscription
      on subscription.workspace_id = ${of('meter')} and subscription.subscription_id = meter.subscription_id
  ), limits as materialized (
    ${limitsOf('meters as meter', of('meter'))}
  ), present as materialized (
    select wanted.number as meter, counter.workspace_id, counter.counter_id from (
      select distinct meter.number, meter.workspace_id, meter.subscription_id, meter.dimension, scope.subject, period.*
      from meters as meter
      cross join lateral (select '' as subject union select meter.subject) as scope
      cross join lateral (
        values ('Day', meter.day_start), ('Month', meter.month_start), ('Year', meter.year_start), ('Term', meter.term_start)
      ) as period (per, period_start)
    ) as wanted
    join usage_counters as counter
      on counter.workspace_id = ${of('wanted')} and (${key('counter')}) = (${key('wanted')})
  ), counters as materialized (
    select * from (
      select counter.* from (select distinct present.workspace_id, present.counter_id from present) as wanted
      join usage_counters as counter
        on counter.workspace_id = ${of('wanted')} and counter.counter_id = wanted.counter_id
      order by ${key('counter')}
      for update of counter ${lock}
    ) as counter
  ), days as materialized (
    select locked.workspace_id from (
      select day.workspace_id, day.xmin as version
      from seen join usage_event_days as day on day.workspace_id = ${of('seen')}
      where (select count(*) from counters) >= 0
      for share of day skip locked
    ) as locked
    join seen on seen.workspace_id = locked.workspace_id and seen.version = locked.version
  ), demands as materialized (
    select asked.position, asked.quantity as wanted, limits.*, counter.counter_id, counter.used, counter.reserved,
      sum(asked.quantity) over (
        partition by limits.workspace_id, counter.counter_id, limits.set_by order by asked.position
      ) as running
    from asked
    join limits on limits.meter = asked.meter
    left join counters as counter
      on counter.workspace_id = limits.workspace_id and (${key('counter')}) = (${key('limits')})
      and counter.period_end is not distinct from limits.period_end
  ), metered as materialized (
    select present.meter, array_agg(counter.counter_id) as counter_ids, count(*) = count(counter.counter_id) as is_locked
    from present left join counters as counter
      on counter.workspace_id = present.workspace_id and counter.counter_id = present.counter_id
    group by present.meter
  ), decisions as materialized (
    select asked.position, coalesce(metered.counter_ids, '{}') as counter_ids, bool_and(days.workspace_id is not null) as is_current,
      bool_and(days.workspace_id is not null and asked.tenant_id is not null and coalesce(metered.is_locked, true) and (
        demand.position is null or demand.counter_id is not null and (
          demand.action = 'Warn' or demand.used + demand.reserved + demand.running <= demand.quantity
        )
      )) as is_granted
    from asked
    left join days on days.workspace_id = asked.workspace_id
    left join metered on metered.meter = asked.meter
    left join demands as demand on demand.position = asked.position
    group by asked.position, metered.counter_ids
  ), taken as (
    update usage_counters as counter set reserved = counter.reserved + taken.quantity
    from (
      select present.workspace_id, present.counter_id, sum(asked.quantity) as quantity
      from asked
      join decisions on decisions.position = asked.position and decisions.is_granted
      join present on present.meter = asked.meter
      group by present.workspace_id, present.counter_id
    ) as taken
    where counter.workspace_id = ${of('taken')} and counter.counter_id = taken.counter_id
  ), granted as (
    insert into usage_reservations (
      workspace_id, reservation_id, api_client_id, tenant_id, product_id, subscription_id, dimension, subject, quantity,
      counter_ids, granted_at, expires_at, state
    )
    select ${of('asked')}, asked.reservation_id, asked.api_client_id, asked.tenant_id, asked.product_id, asked.subscription_id,
      asked.dimension, asked.subject, asked.quantity, decisions.counter_ids,
      asked.granted_at, asked.expires_at, 'Held'
    from asked join decisions on decisions.position = asked.position and decisions.is_granted
  )
  select decisions.position, decisions.is_granted, decisions.is_current, demand.meter, demand.subscription_id, demand.dimension,
    demand.subject, demand.per, demand.period_start, demand.period_end, demand.set_by, demand.quantity::text,
    demand.action, demand.counter_id, demand.used::text,
    (demand.reserved + case when decisions.is_granted then demand.running else 0 end)::text as reserved
  from decisions left join demands as demand on demand.position = decisions.position`;

/** Of one workspace. Waits for counters that others have locked. */
const ownText = grantText(() => '$1::uuid', '$1::uuid', '');
const grantOwn = preparedStatement<OutcomeRow>('grant_reservations', ownText);

/** Of several workspaces. A counter that others have locked counts as missing: no workspace waits for another's lock. */
const grantShared = preparedStatement<OutcomeRow>(
  'grant_shared_reservations',
  grantText((alias) => `${alias}.workspace_id`, '($1::uuid[])[meter.number]', 'skip locked'),
);

/** As the shared one, where all are of one workspace: its plan is cheaper. */
const grantUnlocked = preparedStatement<OutcomeRow>(
  'grant_unlocked_reservations',
  grantText(() => '$1::uuid', '$1::uuid', 'skip locked'),
);

/** The statement that grants reservations of a workspace, with its values: the text is the same for any number of them. */
export function grantStatement(
  workspaceId: string,
  meters: readonly LimitedMeter[],
  asked: readonly AskedReservation[],
  now: Date,
): { readonly text: string; readonly values: readonly unknown[] } {
  return { text: ownText, values: [workspaceId, now, metersParameter(meters), askedParameter(asked)] };
}

function askedParameter(asked: readonly AskedReservation[]): string {
  return JSON.stringify(
    asked.map(({ meter, reservationId, apiClientId, quantity, grantedAt, expiresAt }, index) => ({
      position: index + 1,
      meter: meter + 1,
      reservation_id: reservationId,
      api_client_id: apiClientId,
      quantity: quantityToText(quantity),
      granted_at: grantedAt,
      expires_at: expiresAt,
    })),
  );
}

function grantIn(pool: Pool, workspace: string | readonly string[], ...values: readonly unknown[]) {
  if (typeof workspace === 'string') return grantOwn(pool, workspace, ...values);
  const isOne = new Set(workspace).size === 1;
  return isOne ? grantUnlocked(pool, workspace[0], ...values) : grantShared(pool, workspace, ...values);
}

/**
 * Grants the reservations that fit. One may not be granted although it fits alone, because of others before it.
 *
 * @param workspace that of all meters, or a list with that of each. With a list, counters that are locked count as missing.
 */
export async function grantReservations(
  database: Database,
  workspace: string | readonly string[],
  meters: readonly LimitedMeter[],
  asked: readonly AskedReservation[],
  now: Date,
): Promise<readonly AskedOutcome[]> {
  const values = [now, metersParameter(meters), askedParameter(asked)];
  const rows = await grantIn(poolOf(database), workspace, ...values);
  const outcomes = asked.map(() => ({
    isGranted: false,
    isCurrent: false,
    limits: [] as CountedLimitState[],
    missing: [] as CountedLimitState[],
  }));
  for (const row of rows) {
    const outcome = outcomes[row.position - 1];
    if (!outcome) continue;
    outcome.isGranted = row.is_granted;
    outcome.isCurrent = row.is_current;
    if (row.set_by === null) continue;
    const limit = limitFrom(row);
    outcome.limits.push(limit);
    if (limit.counterId === null) outcome.missing.push(limit);
  }
  return outcomes;
}
