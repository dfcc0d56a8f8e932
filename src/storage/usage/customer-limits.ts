import { sql } from 'kysely';
import type { LimitPeriod } from '../../core/catalogue/meter.ts';
import type { CustomerLimit } from '../../core/usage/limits/customer-limit.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

/** The dimension that limits of a customer are for. */
export interface LimitedDimension {
  readonly tenantId: string;
  readonly productId: string;
  readonly dimension: string;
}

type LimitName = Pick<CustomerLimit, 'setBy' | 'subject'>;

/** The limits of a tenant, of one product and dimension or all. */
export async function listCustomerLimits(
  database: Database,
  workspaceId: string,
  { tenantId, productId, dimension }: Pick<LimitedDimension, 'tenantId'> & Partial<LimitedDimension>,
): Promise<readonly (CustomerLimit & LimitedDimension)[]> {
  let query = database
    .selectFrom('usage_limits')
    .select(['tenant_id as tenantId', 'product_id as productId', 'dimension', 'subject', 'set_by as setBy'])
    .select([sql<number>`quantity::float8`.as('quantity'), 'per', 'action', 'reason'])
    .select(['ends_at as endsAt', 'set_at as setAt', 'actor'])
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId);
  if (productId !== undefined) query = query.where('product_id', '=', productId);
  if (dimension !== undefined) query = query.where('dimension', '=', dimension);
  return query.orderBy('subject').$narrowType<Pick<CustomerLimit, 'setBy' | 'per' | 'action'>>().execute();
}

/** Adds a limit, or replaces the one of the same setter and subject. */
export async function saveCustomerLimit(
  database: Database,
  workspaceId: string,
  { tenantId, productId, dimension }: LimitedDimension,
  limit: CustomerLimit,
): Promise<void> {
  const values = {
    quantity: limit.quantity,
    per: limit.per,
    action: limit.action,
    reason: limit.reason,
    ends_at: limit.endsAt,
    set_at: limit.setAt,
    actor: limit.actor,
  };
  await database
    .insertInto('usage_limits')
    .values({
      workspace_id: workspaceId,
      tenant_id: tenantId,
      product_id: productId,
      dimension,
      subject: limit.subject,
      set_by: limit.setBy,
      ...values,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'tenant_id', 'product_id', 'dimension', 'subject', 'set_by'])
        .doUpdateSet(values),
    )
    .execute();
}

export async function deleteCustomerLimit(
  database: Database,
  workspaceId: string,
  { tenantId, productId, dimension }: LimitedDimension,
  { setBy, subject }: LimitName,
): Promise<void> {
  await database
    .deleteFrom('usage_limits')
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('product_id', '=', productId)
    .where('dimension', '=', dimension)
    .where('subject', '=', subject)
    .where('set_by', '=', setBy)
    .execute();
}

/** What is used and reserved of a period. */
export interface LimitUse {
  readonly subscriptionId: string;
  readonly dimension: string;
  /** Empty: the whole subscription. */
  readonly subject: string;
  readonly per: LimitPeriod;
  readonly start: Date;
  readonly end: Date | null;
  readonly used: number;
  readonly reserved: number;
}

/** Of the present periods. A limit of which nothing was used or reserved since it was set may have none. */
export async function listLimitUses(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<readonly LimitUse[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await sql<LimitUse>`
    select counter.subscription_id as "subscriptionId", counter.dimension, counter.subject, counter.per,
      counter.period_start as start, counter.period_end as "end",
      greatest(counter.used, 0)::float8 as used, counter.reserved::float8 as reserved
    from usage_counters as counter
    where counter.workspace_id = ${workspaceId} and counter.subscription_id = any (${[...subscriptionIds]}::uuid[])
      and counter.period_start <= ${now} and (counter.period_end is null or counter.period_end > ${now})`.execute(
    database,
  );
  return rows;
}

/** A reservation that is neither committed nor released. */
export interface HeldReservation {
  readonly reservationId: string;
  readonly subscriptionId: string;
  readonly dimension: string;
  readonly subject: string;
  readonly quantity: number;
  readonly grantedAt: Date;
  readonly expiresAt: Date;
}

/** The held reservations of each of the meters, the first to expire first. */
export async function listHeldReservations(
  database: Database,
  workspaceId: string,
  meters: readonly Pick<HeldReservation, 'subscriptionId' | 'dimension'>[],
  limit: number,
  now: Date,
): Promise<readonly HeldReservation[]> {
  if (meters.length === 0) return [];
  const { rows } = await sql<HeldReservation>`
    select held.* from ${unnestRows('meter', meters, { subscription_id: 'uuid', dimension: 'text' })}
    cross join lateral (
      select reservation.reservation_id as "reservationId", reservation.subscription_id as "subscriptionId", reservation.dimension,
        reservation.subject, reservation.quantity::float8 as quantity, reservation.granted_at as "grantedAt",
        reservation.expires_at as "expiresAt"
      from usage_reservations as reservation
      where reservation.workspace_id = ${workspaceId}::uuid and reservation.subscription_id = meter.subscription_id
        and reservation.dimension = meter.dimension and reservation.state = 'Held' and reservation.expires_at > ${now}
      order by reservation.expires_at, reservation.reservation_id
      limit ${limit}
    ) as held
    order by held."expiresAt", held."reservationId"`.execute(database);
  return rows;
}
