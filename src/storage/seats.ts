import { sql } from 'kysely';
import type { SubscriptionSeats } from '../core/eligibility.ts';
import type { Database } from './database.ts';

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

export async function insertSeat(database: Database, seat: Seat, now: Date): Promise<void> {
  await database
    .insertInto('seats')
    .values({
      workspace_id: seat.workspaceId,
      tenant_id: seat.tenantId,
      subscription_id: seat.subscriptionId,
      member_id: seat.memberId,
      assigned_at: now,
    })
    .execute();
}

/** False when the member had none. */
export async function deleteSeat(database: Database, seat: Seat): Promise<boolean> {
  const result = await database
    .deleteFrom('seats')
    .where('workspace_id', '=', seat.workspaceId)
    .where('subscription_id', '=', seat.subscriptionId)
    .where('member_id', '=', seat.memberId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** For each of the subscriptions: how many seats are assigned, and whether the user has one of them. */
export async function loadSeats(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
  objectId: string | null,
): Promise<readonly SubscriptionSeats[]> {
  if (subscriptionIds.length === 0) return [];
  const rows = await database
    .selectFrom('seats as seat')
    .innerJoin('members as member', (join) =>
      join
        .onRef('member.workspace_id', '=', 'seat.workspace_id')
        .onRef('member.member_id', '=', 'seat.member_id'),
    )
    .select([
      'seat.subscription_id',
      sql<number>`count(*)::integer`.as('assigned'),
      sql<boolean>`coalesce(bool_or(member.object_id = ${objectId}::uuid), false)`.as('is_assigned'),
    ])
    .where('seat.workspace_id', '=', workspaceId)
    .where('seat.subscription_id', 'in', subscriptionIds)
    .groupBy('seat.subscription_id')
    .execute();
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    assigned: row.assigned,
    isAssigned: row.is_assigned,
  }));
}
