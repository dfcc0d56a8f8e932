import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { containsText } from '../sql/text-search.ts';
import type { PersonFilter } from './customer-views.ts';
import type { Seat } from './seats.ts';

export interface SeatReservation extends Omit<Seat, 'memberId'> {
  /** In lower case. */
  readonly email: string;
}

/** The reserved seats of the subscriptions; never more than were bought. */
export async function listReservations(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<readonly Omit<SeatReservation, 'workspaceId' | 'tenantId'>[]> {
  if (subscriptionIds.length === 0) return [];
  const rows = await database
    .selectFrom('seat_reservations')
    .select(['subscription_id', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', 'in', subscriptionIds)
    .orderBy('email')
    .execute();
  return rows.map((row) => ({ subscriptionId: row.subscription_id, email: row.email }));
}

export async function loadReservationCount(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<number> {
  const { count } = await database
    .selectFrom('seat_reservations')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The first reserved seats of a subscription, by e-mail address. */
export async function listReservedAddresses(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  { search, limit }: PersonFilter & { readonly limit: number },
): Promise<readonly { readonly email: string; readonly reservedAt: Date }[]> {
  const rows = await database
    .selectFrom('seat_reservations')
    .select(['email', 'reserved_at'])
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .where(containsText(search, sql`email`))
    .orderBy('email')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ email: row.email, reservedAt: row.reserved_at }));
}

/** The subscriptions of the tenant with a seat reserved for the address. */
export async function listReservedSubscriptions(
  database: Database,
  { workspaceId, tenantId, email }: Omit<SeatReservation, 'subscriptionId'>,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('seat_reservations')
    .select('subscription_id')
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .orderBy('subscription_id')
    .execute();
  return rows.map((row) => row.subscription_id);
}

export async function insertReservations(
  database: Database,
  reservations: readonly SeatReservation[],
  now: Date,
): Promise<void> {
  if (reservations.length === 0) return;
  await database
    .insertInto('seat_reservations')
    .values(
      reservations.map(({ workspaceId, subscriptionId, tenantId, email }) => ({
        workspace_id: workspaceId,
        subscription_id: subscriptionId,
        tenant_id: tenantId,
        email,
        reserved_at: now,
      })),
    )
    .execute();
}

/** False when there was none. */
export async function deleteReservation(database: Database, reservation: SeatReservation): Promise<boolean> {
  const result = await database
    .deleteFrom('seat_reservations')
    .where('workspace_id', '=', reservation.workspaceId)
    .where('subscription_id', '=', reservation.subscriptionId)
    .where('email', '=', reservation.email)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
