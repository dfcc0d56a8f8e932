import { sql } from 'kysely';
import type { SubscriptionSeats } from '../../core/entitlements/eligibility.ts';
import type { Database } from '../database.ts';
import { insertAll } from '../sql/insert-all.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';
import { isPerson, type PersonFilter } from './customer-views.ts';

export interface Seat {
  readonly workspaceId: string;
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly memberId: string;
}

export async function countSeats(
  database: Database,
  { workspaceId, subscriptionId }: Pick<Seat, 'workspaceId' | 'subscriptionId'>,
): Promise<number> {
  const { count } = await database
    .selectFrom('seats')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasSeat(database: Database, seat: Seat): Promise<boolean> {
  const row = await database
    .selectFrom('seats')
    .select('assigned_at')
    .where('workspace_id', '=', seat.workspaceId)
    .where('subscription_id', '=', seat.subscriptionId)
    .where('member_id', '=', seat.memberId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function loadSeatedMemberIds(
  database: Database,
  { workspaceId, subscriptionId }: Pick<Seat, 'workspaceId' | 'subscriptionId'>,
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('seats')
    .select('member_id')
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .execute();
  return new Set(rows.map(({ member_id }) => member_id));
}

export async function insertSeats(database: Database, seats: readonly Seat[], now: Date): Promise<void> {
  await insertAll(database, 'seats', seats, (seat) => ({
    workspace_id: seat.workspaceId,
    tenant_id: seat.tenantId,
    subscription_id: seat.subscriptionId,
    member_id: seat.memberId,
    assigned_at: now,
  }));
}

export interface SeatRecord {
  readonly memberId: string;
  readonly objectId: string;
  readonly email: string | null;
  readonly isActive: boolean;
  readonly assignedAt: Date;
}

/** Members without an e-mail address are the first by it. */
export const seatOrder = new ListOrder({
  id: [{ column: sql`seat.member_id`, type: 'uuid', of: ({ memberId }: SeatRecord) => memberId }],
  idKey: 'memberCreatedAt',
  columns: {
    email: { column: sql`coalesce(member.email, '')`, type: 'text', of: ({ email }) => email ?? '' },
    assignedAt: {
      column: sql`seat.assigned_at`,
      type: 'timestamptz',
      of: ({ assignedAt }) => assignedAt.toISOString(),
    },
  },
  standard: '-memberCreatedAt',
});

interface SeatQuestion extends PersonFilter, SortedPage<(typeof seatOrder.sorts)[number]> {}

/** A page of a subscription's seats, newest member first unless another order is asked for. */
export async function listSeats(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  { search, ...page }: SeatQuestion,
): Promise<readonly SeatRecord[]> {
  const seats = database
    .selectFrom('seats as seat')
    .innerJoin('members as member', (join) => join.on(sameInWorkspace('member', 'seat', 'member_id')))
    .select(['seat.member_id as memberId', 'member.object_id as objectId', 'member.email'])
    .select(['member.active as isActive', 'seat.assigned_at as assignedAt'])
    .where('seat.workspace_id', '=', workspaceId)
    .where('seat.subscription_id', '=', subscriptionId)
    .where(isPerson({ search }));
  return seatOrder.pageOf(seats, page);
}

export interface SeatlessMember {
  readonly memberId: string;
  readonly objectId: string;
  readonly email: string | null;
}

/** Active members of the subscription's tenant without a seat of it, assigned or reserved, newest member first. */
export async function listSeatlessMembers(
  database: Database,
  { workspaceId, tenantId, subscriptionId }: Omit<Seat, 'memberId'>,
  limit: number,
): Promise<readonly SeatlessMember[]> {
  const { rows } = await sql<SeatlessMember>`
    select member.member_id as "memberId", member.object_id as "objectId", member.email
    from members as member
    where member.workspace_id = ${workspaceId} and member.tenant_id = ${tenantId} and member.active
      and not exists (
        select from seats as seat
        where seat.workspace_id = ${workspaceId} and seat.subscription_id = ${subscriptionId}
          and seat.member_id = member.member_id)
      and not exists (
        select from seat_reservations as reservation
        where reservation.workspace_id = ${workspaceId} and reservation.subscription_id = ${subscriptionId}
          and reservation.email = lower(member.email))
    order by member.member_id desc
    limit ${limit}`.execute(database);
  return rows;
}

/** False when the member had no seat. */
export async function deleteSeat(database: Database, seat: Seat): Promise<boolean> {
  const result = await database
    .deleteFrom('seats')
    .where('workspace_id', '=', seat.workspaceId)
    .where('subscription_id', '=', seat.subscriptionId)
    .where('member_id', '=', seat.memberId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/**
 * Per subscription: the number of assigned seats, and whether the user has one. An inactive member's seat does not
 * count for them, but stays assigned until it is released.
 */
export async function loadSeats(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
  objectId: string | null,
): Promise<readonly SubscriptionSeats[]> {
  if (subscriptionIds.length === 0) return [];
  return database
    .selectFrom('seats as seat')
    .innerJoin('members as member', (join) => join.on(sameInWorkspace('member', 'seat', 'member_id')))
    .select([
      'seat.subscription_id as subscriptionId',
      sql<number>`count(*)::integer`.as('assigned'),
      sql<boolean>`coalesce(bool_or(member.object_id = ${objectId}::uuid and member.active), false)`.as(
        'isAssigned',
      ),
    ])
    .where('seat.workspace_id', '=', workspaceId)
    .where('seat.subscription_id', 'in', subscriptionIds)
    .groupBy('seat.subscription_id')
    .execute();
}
