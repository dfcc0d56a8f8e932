import { type RawBuilder, sql } from 'kysely';
import type { Reservation, ReservationState } from '../../core/usage/limits/reservation.ts';
import { type Quantity, quantityFromText, quantityToText } from '../../core/values/quantity.ts';
import type { Database } from '../database.ts';
import { executePrepared } from '../sql/prepared-statement.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import {
  type CountedLimit,
  counterKey,
  type LimitedMeter,
  type LimitRow,
  limitFrom,
  limitsOf,
  numberedMeters,
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
  /** A limit has no counter: make it, and ask again. */
  readonly missing: readonly CountedLimitState[];
  readonly limits: readonly CountedLimitState[];
}

export type CountedLimitState = Omit<CountedLimit, 'alertPercents'>;

interface OutcomeRow extends LimitRow {
  position: string;
  is_granted: boolean;
}

/**
 * Grants the reservations that fit, in one statement: limits are read, counters locked in one order, and what is granted is added
 * to them. A reservation is granted if all its limits have room for it and for those before it in the statement; it may not be
 * granted although it fits alone. What waits for a counter's lock sees the counter as it is then.
 */
export async function grantReservations(
  database: Database,
  workspaceId: string,
  meters: readonly LimitedMeter[],
  asked: readonly AskedReservation[],
  now: Date,
): Promise<readonly AskedOutcome[]> {
  const statement = grantStatement(workspaceId, meters, asked, now);
  const rows = await executePrepared(database, 'grant_reservations', statement);
  const outcomes = asked.map(() => ({
    isGranted: false,
    limits: [] as CountedLimitState[],
    missing: [] as CountedLimitState[],
  }));
  for (const row of rows) {
    const outcome = outcomes[Number(row.position) - 1];
    if (!outcome) continue;
    outcome.isGranted = row.is_granted;
    if (row.set_by === null) continue;
    const limit = limitFrom(row);
    outcome.limits.push(limit);
    if (limit.counterId === null) outcome.missing.push(limit);
  }
  return outcomes;
}

/** Its text is the same for any number of meters and reservations. */
export function grantStatement(
  workspaceId: string,
  meters: readonly LimitedMeter[],
  asked: readonly AskedReservation[],
  now: Date,
): RawBuilder<OutcomeRow> {
  const askedRows = unnestRows({ alias: 'asked', isNumbered: true, isHidden: true }, asked, {
    meter: ['integer', ({ meter }) => meter + 1],
    reservation_id: 'uuid',
    api_client_id: 'uuid',
    quantity: ['numeric', ({ quantity }) => quantityToText(quantity)],
    granted_at: 'timestamptz',
    expires_at: 'timestamptz',
  });
  const columns = (alias: string) => sql.join(counterKey.map((column) => sql.ref(`${alias}.${column}`)));
  return sql<OutcomeRow>`
    with meters as materialized (
      select * from ${numberedMeters(meters)}
    ), asked as materialized (
      select * from ${askedRows}
    ), limits as materialized (
      ${limitsOf(workspaceId, sql`meters as meter`, now)}
    ), counters as materialized (
      select counter.* from (select distinct ${columns('limits')} from limits) as wanted
      join usage_counters as counter
        on counter.workspace_id = ${workspaceId}::uuid and (${columns('counter')}) = (${columns('wanted')})
      order by ${columns('counter')}
      for update of counter
    ), demands as materialized (
      select asked.position, asked.quantity as wanted, limits.*, counter.counter_id, counter.used, counter.reserved,
        sum(asked.quantity) over (partition by counter.counter_id, limits.set_by order by asked.position) as running
      from asked
      join limits on limits.meter = asked.meter
      left join counters as counter
        on (${columns('counter')}) = (${columns('limits')}) and counter.period_end is not distinct from limits.period_end
    ), decisions as materialized (
      select asked.position, coalesce(bool_and(
        demand.counter_id is not null
        and (demand.action = 'Warn' or demand.used + demand.reserved + demand.running <= demand.quantity)
      ) filter (where demand.position is not null), true) as is_granted
      from asked left join demands as demand on demand.position = asked.position
      group by asked.position
    ), taken as (
      update usage_counters as counter set reserved = counter.reserved + taken.quantity
      from (
        select each.counter_id, sum(each.wanted) as quantity from (
          select distinct demand.position, demand.counter_id, demand.wanted
          from demands as demand join decisions on decisions.position = demand.position and decisions.is_granted
        ) as each group by each.counter_id
      ) as taken
      where counter.workspace_id = ${workspaceId}::uuid and counter.counter_id = taken.counter_id
    ), granted as (
      insert into usage_reservations (
        workspace_id, reservation_id, api_client_id, tenant_id, product_id, subscription_id, dimension, subject, quantity,
        counter_ids, granted_at, expires_at, state
      )
      select subscription.workspace_id, asked.reservation_id, asked.api_client_id, subscription.tenant_id,
        subscription.product_id, meter.subscription_id, meter.dimension, meter.subject, asked.quantity,
        array(select distinct demand.counter_id from demands as demand where demand.position = asked.position),
        asked.granted_at, asked.expires_at, 'Held'
      from asked
      join decisions on decisions.position = asked.position and decisions.is_granted
      join meters as meter on meter.number = asked.meter
      join subscriptions as subscription
        on subscription.workspace_id = ${workspaceId}::uuid and subscription.subscription_id = meter.subscription_id
      returning reservation_id
    )
    select asked.position, granted.reservation_id is not null as is_granted, demand.meter, demand.subscription_id, demand.dimension,
      demand.subject, demand.per, demand.period_start, demand.period_end, demand.set_by, demand.quantity::text,
      demand.action, demand.counter_id, demand.used::text,
      (demand.reserved + case when granted.reservation_id is not null then demand.running else 0 end)::text as reserved
    from asked
    left join granted on granted.reservation_id = asked.reservation_id
    left join demands as demand on demand.position = asked.position`;
}

/** A reservation with what its commit needs. */
export interface StoredReservation extends Reservation {
  readonly apiClientId: string;
  readonly tenantId: string;
  /** Slug. */
  readonly product: string;
  readonly subscriptionId: string;
  readonly dimension: string;
  readonly subject: string;
  readonly counterIds: readonly string[];
}

interface ReservationRow {
  reservation_id: string;
  api_client_id: string;
  tenant_id: string;
  product: string;
  subscription_id: string;
  dimension: string;
  subject: string;
  quantity: string;
  counter_ids: string[];
  granted_at: Date;
  expires_at: Date;
  state: ReservationState;
  committed_quantity: string | null;
}

/**
 * Undefined: the client has no such reservation, or it was deleted.
 *
 * @param isLocked until the transaction ends
 */
export async function findReservation(
  database: Database,
  { workspaceId, apiClientId }: { readonly workspaceId: string; readonly apiClientId: string },
  reservationId: string,
  isLocked = false,
): Promise<StoredReservation | undefined> {
  const { rows } = await sql<ReservationRow>`
    select reservation.*, (
        select product.slug from products as product
        where product.workspace_id = ${workspaceId}::uuid and product.product_id = reservation.product_id
      ) as product
    from usage_reservations as reservation
    where reservation.workspace_id = ${workspaceId}::uuid and reservation.reservation_id = ${reservationId}::uuid
      and reservation.api_client_id = ${apiClientId}::uuid
    ${isLocked ? sql`for update of reservation` : sql``}`.execute(database);
  const [row] = rows;
  return (
    row && {
      reservationId: row.reservation_id,
      apiClientId: row.api_client_id,
      tenantId: row.tenant_id,
      product: row.product,
      subscriptionId: row.subscription_id,
      dimension: row.dimension,
      subject: row.subject,
      quantity: quantityOf(row.quantity),
      counterIds: row.counter_ids,
      grantedAt: row.granted_at,
      expiresAt: row.expires_at,
      state: row.state,
      committedQuantity: row.committed_quantity === null ? null : quantityOf(row.committed_quantity),
    }
  );
}

/** Settles a reservation that this transaction has locked. */
export async function saveSettled(
  transaction: Database,
  workspaceId: string,
  reservationId: string,
  settled:
    | { readonly state: 'Committed'; readonly quantity: Quantity }
    | { readonly state: 'Released' | 'Lapsed' },
  now: Date,
): Promise<void> {
  const committed = settled.state === 'Committed' ? quantityToText(settled.quantity) : null;
  await sql`
    update usage_reservations
    set state = ${settled.state}, settled_at = ${now}, committed_quantity = ${committed}::numeric
    where workspace_id = ${workspaceId}::uuid and reservation_id = ${reservationId}::uuid`.execute(
    transaction,
  );
}

/** Workspaces with reservations that have lapsed and are not settled. */
export async function findLapsed(database: Database, now: Date, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ workspaceId: string }>`
    select distinct workspace_id as "workspaceId" from (
      select workspace_id from usage_reservations
      where state = 'Held' and expires_at <= ${now} order by expires_at limit ${most}
    ) as lapsed`.execute(database);
  return rows.map(({ workspaceId }) => workspaceId);
}

/** A dimension of a subscription. */
export interface ReservedMeter {
  readonly subscriptionId: string;
  readonly dimension: string;
}

/**
 * Settles reservations that have lapsed, of these meters or the whole workspace, and returns what each counter gets back. Those
 * that are locked are being committed or released.
 */
export async function settleLapsed(
  transaction: Database,
  workspaceId: string,
  meters: readonly ReservedMeter[] | 'all',
  now: Date,
  most: number,
): Promise<readonly { readonly quantity: Quantity; readonly counterIds: readonly string[] }[]> {
  const ofMeters =
    meters === 'all'
      ? sql`true`
      : sql`(held.subscription_id, held.dimension) in (select subscription_id, dimension from ${unnestRows(
          'meter',
          meters,
          { subscription_id: 'uuid', dimension: 'text' },
        )})`;
  const { rows } = await sql<{ quantity: string; counter_ids: string[] }>`
    update usage_reservations as reservation set state = 'Lapsed', settled_at = ${now}
    from (
      select held.reservation_id from usage_reservations as held
      where held.workspace_id = ${workspaceId}::uuid and held.state = 'Held' and held.expires_at <= ${now}
        and ${ofMeters}
      order by held.expires_at
      limit ${most}
      for update skip locked
    ) as lapsed
    where reservation.workspace_id = ${workspaceId}::uuid and reservation.reservation_id = lapsed.reservation_id
    returning reservation.quantity, reservation.counter_ids`.execute(transaction);
  return rows.map(({ quantity, counter_ids }) => ({
    quantity: quantityOf(quantity),
    counterIds: counter_ids,
  }));
}

function quantityOf(text: string): Quantity {
  const quantity = quantityFromText(text);
  if (quantity === undefined) throw new RangeError(`"${text}" is not a quantity`);
  return quantity;
}
