import { type Selectable, sql } from 'kysely';
import type { SeatMail } from '../../core/marketplace/seat-mail.ts';
import type { Database } from '../database.ts';
import type { SeatMails } from '../tables.generated.ts';

export interface StoredSeatMail extends SeatMail {
  readonly workspaceId: string;
  readonly subscriptionId: string;
  readonly tenantId: string;
  /** In lower case. */
  readonly address: string;
  /** The user name of the customer who reserved the seat. */
  readonly givenBy: string;
  /** The connection on whose page the seat is accepted. */
  readonly connectionId: string;
}

/** Serialises the queueing of a tenant's mails until the transaction ends: two requests cannot exceed the limit together. */
export async function lockSeatMails(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`seat-mails ${workspaceId} ${tenantId}`}, 0))`.execute(
    database,
  );
}

export async function countSeatMails(
  database: Database,
  workspaceId: string,
  tenantId: string,
  since: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('seat_mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('queued_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** The mails about seats of the subscriptions. */
export async function listSeatMails(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<readonly StoredSeatMail[]> {
  if (subscriptionIds.length === 0) return [];
  const rows = await database
    .selectFrom('seat_mails')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', 'in', subscriptionIds)
    .execute();
  return rows.map(storedFrom);
}

export async function insertSeatMails(
  database: Database,
  mails: readonly StoredSeatMail[],
  now: Date,
): Promise<void> {
  if (mails.length === 0) return;
  await database
    .insertInto('seat_mails')
    .values(
      mails.map((mail) => ({
        workspace_id: mail.workspaceId,
        subscription_id: mail.subscriptionId,
        tenant_id: mail.tenantId,
        address: mail.address,
        given_by: mail.givenBy,
        connection_id: mail.connectionId,
        queued_at: now,
        due_at: mail.dueAt,
      })),
    )
    .execute();
}

export async function deleteSeatMailsBefore(
  database: Database,
  workspaceId: string,
  tenantId: string,
  moment: Date,
): Promise<void> {
  await database
    .deleteFrom('seat_mails')
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('queued_at', '<', moment)
    .execute();
}

/** Locks the mail that has been due the longest, and skips locked rows. */
export async function lockDueSeatMail(database: Database, now: Date): Promise<StoredSeatMail | undefined> {
  const row = await database
    .selectFrom('seat_mails')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && storedFrom(row);
}

/** Saves an attempt, unless another one has followed. */
export async function updateSeatMail(
  database: Database,
  { workspaceId, subscriptionId, address, dueAt, attempts, attemptedAt, sentAt }: StoredSeatMail,
  before: Pick<StoredSeatMail, 'attempts'>,
): Promise<void> {
  await database
    .updateTable('seat_mails')
    .set({ due_at: dueAt, tries: attempts, tried_at: attemptedAt, sent_at: sentAt })
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .where('address', '=', address)
    .where('tries', '=', before.attempts)
    .execute();
}

function storedFrom(row: Selectable<SeatMails>): StoredSeatMail {
  return {
    workspaceId: row.workspace_id,
    subscriptionId: row.subscription_id,
    tenantId: row.tenant_id,
    address: row.address,
    givenBy: row.given_by,
    connectionId: row.connection_id,
    dueAt: row.due_at,
    attempts: row.tries,
    attemptedAt: row.tried_at,
    sentAt: row.sent_at,
  };
}
