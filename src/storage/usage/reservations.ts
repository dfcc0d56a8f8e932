import { sql } from 'kysely';
import type { Reservation } from '../../core/usage/limits/reservation.ts';
import { type Quantity, quantityFromText, quantityToText } from '../../core/values/quantity.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

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

interface ReservationRow extends Omit<StoredReservation, 'quantity' | 'committedQuantity'> {
  readonly quantity: string;
  readonly committedQuantity: string | null;
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
    select reservation_id as "reservationId", api_client_id as "apiClientId", tenant_id as "tenantId",
      subscription_id as "subscriptionId", dimension, subject, quantity, counter_ids as "counterIds",
      granted_at as "grantedAt", expires_at as "expiresAt", state, committed_quantity as "committedQuantity", (
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
      ...row,
      quantity: quantityOf(row.quantity),
      committedQuantity: row.committedQuantity === null ? null : quantityOf(row.committedQuantity),
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
  const { rows } = await sql<{ quantity: string; counterIds: string[] }>`
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
    returning reservation.quantity, reservation.counter_ids as "counterIds"`.execute(transaction);
  return rows.map(({ quantity, counterIds }) => ({ quantity: quantityOf(quantity), counterIds }));
}

function quantityOf(text: string): Quantity {
  const quantity = quantityFromText(text);
  if (quantity === undefined) throw new RangeError(`"${text}" is not a quantity`);
  return quantity;
}
