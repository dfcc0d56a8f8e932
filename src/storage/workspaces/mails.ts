import { type Selectable, sql } from 'kysely';
import type { LeaseTerms } from '../../core/lease.ts';
import type { MailFacts, MailKind, QueuedMail } from '../../core/workspaces/mail-queue.ts';
import type { Database } from '../database.ts';
import type { Mails } from '../schema/tables.generated.ts';
import { mayTake } from '../sql/lease-queue.ts';

type MailId = Pick<QueuedMail, 'workspaceId' | 'mailId'>;

/** Some unleased mails of any workspace and kind, those that have been due the longest first. */
export async function findDueMails(
  database: Database,
  terms: LeaseTerms,
  limit: number,
): Promise<readonly MailId[]> {
  return database
    .selectFrom('mails')
    .select(['workspace_id as workspaceId', 'mail_id as mailId'])
    .where(mayTake(terms))
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

export async function lockMail(
  database: Database,
  { workspaceId, mailId }: MailId,
): Promise<QueuedMail | undefined> {
  const row = await database
    .selectFrom('mails')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('mail_id', '=', mailId)
    .forUpdate()
    .executeTakeFirst();
  return row && mailFrom(row);
}

const selectMails = (database: Database, workspaceId: string, kind: MailKind, keys: readonly string[]) =>
  database
    .selectFrom('mails')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .where('key', '=', sql<string>`any(${keys}::text[])`);

export async function listMails<Kind extends MailKind>(
  database: Database,
  workspaceId: string,
  kind: Kind,
  keys: readonly string[],
): Promise<readonly QueuedMail<Kind>[]> {
  if (keys.length === 0) return [];
  const rows = await selectMails(database, workspaceId, kind, keys).execute();
  return rows.map((row) => mailFrom<Kind>(row));
}

/** The same, locked: the back-off of the next mail goes on from theirs. */
export async function lockMails(
  database: Database,
  workspaceId: string,
  kind: MailKind,
  keys: readonly string[],
): Promise<readonly QueuedMail[]> {
  const rows = await selectMails(database, workspaceId, kind, keys).forUpdate().execute();
  return rows.map((row) => mailFrom(row));
}

/** Saves new mails and the state of known ones; a new mail takes the row of an earlier one with its key. */
export async function saveMails(database: Database, mails: readonly QueuedMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({
    workspace_id: mail.workspaceId,
    mail_id: mail.mailId,
    kind: mail.kind,
    key: mail.key,
    tenant_id: mail.tenantId ?? null,
    facts: JSON.stringify(mail.facts),
    recipients: [...mail.recipients],
    queued_at: mail.queuedAt,
    due_at: mail.dueAt,
    attempts: mail.attempts,
    attempted_at: mail.attemptedAt,
    leased_until: mail.leasedUntil,
    sent_at: mail.sentAt,
  }));
  await database
    .insertInto('mails')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'kind', 'key']).doUpdateSet(({ ref }) => ({
        facts: ref('excluded.facts'),
        recipients: ref('excluded.recipients'),
        queued_at: ref('excluded.queued_at'),
        due_at: ref('excluded.due_at'),
        attempts: ref('excluded.attempts'),
        attempted_at: ref('excluded.attempted_at'),
        leased_until: ref('excluded.leased_until'),
        sent_at: ref('excluded.sent_at'),
      })),
    )
    .execute();
}

/** The number of invitations of the workspace whose mail was attempted since the moment or is still due. */
export async function countInvitationMails(
  database: Database,
  workspaceId: string,
  since: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'Invitation')
    .where((row) => row.or([row('attempted_at', '>=', since), row('due_at', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return count;
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

/** The number of mails about the tenant's reserved seats that were queued after the moment. */
export async function countSeatMails(
  database: Database,
  workspaceId: string,
  tenantId: string,
  since: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('queued_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export interface OldMails {
  readonly kind: MailKind;
  readonly workspaceId: string;
  readonly tenantId?: string;
}

/** Deletes mails that were neither queued nor attempted since the moment. */
export async function deleteMailsBefore(
  database: Database,
  moment: Date,
  { kind, workspaceId, tenantId }: OldMails,
): Promise<void> {
  let query = database
    .deleteFrom('mails')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .where('queued_at', '<', moment)
    .where((row) => row.or([row('attempted_at', 'is', null), row('attempted_at', '<', moment)]));
  if (tenantId !== undefined) query = query.where('tenant_id', '=', tenantId);
  await query.execute();
}

function mailFrom<Kind extends MailKind>(row: Selectable<Mails>): QueuedMail<Kind> {
  return {
    workspaceId: row.workspace_id,
    mailId: row.mail_id,
    kind: row.kind as Kind,
    key: row.key,
    tenantId: row.tenant_id,
    facts: row.facts as MailFacts[Kind],
    recipients: row.recipients,
    queuedAt: row.queued_at,
    dueAt: row.due_at,
    attempts: row.attempts,
    attemptedAt: row.attempted_at,
    leasedUntil: row.leased_until,
    sentAt: row.sent_at,
  };
}
