import { type Selectable, sql } from 'kysely';
import { lowestIdAt } from '../../core/identifiers.ts';
import type { Actor, AuditAction, AuditedChange, AuditSubject } from '../../core/workspaces/audit.ts';
import type { Database } from '../database.ts';
import type { AuditEntries } from '../tables.generated.ts';

export interface AuditEntry extends AuditedChange {
  readonly entryId: string;
  readonly recordedAt: Date;
  readonly actor: Actor;
}

export async function insertAuditEntry(
  database: Database,
  entry: AuditEntry & { readonly workspaceId: string },
): Promise<void> {
  await database
    .insertInto('audit_entries')
    .values({
      workspace_id: entry.workspaceId,
      entry_id: entry.entryId,
      recorded_at: entry.recordedAt,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      address: entry.actor.address,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
    })
    .execute();
}

export interface AuditFilter {
  readonly actorId?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly subjectKind?: AuditSubject | undefined;
  readonly subjectId?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** The last entry of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** A page of the log, newest first. */
export async function listAuditEntries(
  database: Database,
  workspaceId: string,
  filter: AuditFilter,
): Promise<readonly AuditEntry[]> {
  let query = database.selectFrom('audit_entries').selectAll().where('workspace_id', '=', workspaceId);
  if (filter.actorId !== undefined) query = query.where('actor_id', '=', filter.actorId);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.subjectKind !== undefined) query = query.where('subject_kind', '=', filter.subjectKind);
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId);
  if (filter.from !== undefined) query = query.where('recorded_at', '>=', filter.from);
  if (filter.until !== undefined) query = query.where('recorded_at', '<', filter.until);
  if (filter.after !== undefined) query = query.where('entry_id', '<', filter.after);
  const rows = await query.orderBy('entry_id', 'desc').limit(filter.limit).execute();
  return rows.map(entryFrom);
}

function entryFrom(row: Selectable<AuditEntries>): AuditEntry {
  return {
    entryId: row.entry_id,
    recordedAt: row.recorded_at,
    actor: {
      kind: row.actor_kind as Actor['kind'],
      id: row.actor_id,
      name: row.actor_name,
      address: row.address,
    },
    action: row.action as AuditAction,
    subject: { kind: row.subject_kind as AuditSubject, id: row.subject_id },
    before: row.before as object | null,
    after: row.after as object | null,
  };
}

/** Deletes the oldest entries before the moment, up to a limit. Returns how many. */
export async function deleteAuditEntriesBefore(
  database: Database,
  workspaceId: string,
  moment: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from audit_entries as entry using (
      select entry_id from audit_entries
      where workspace_id = ${workspaceId} and entry_id < ${lowestIdAt(moment)} and recorded_at < ${moment}
      order by entry_id
      limit ${limit}
      for update skip locked
    ) as old
    where entry.workspace_id = ${workspaceId} and entry.entry_id = old.entry_id`.execute(database);
  return Number(numAffectedRows);
}
