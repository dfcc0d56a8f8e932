import type { Selectable } from 'kysely';
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

export interface AuditQuestion {
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
  question: AuditQuestion,
): Promise<readonly AuditEntry[]> {
  let query = database.selectFrom('audit_entries').selectAll().where('workspace_id', '=', workspaceId);
  if (question.actorId !== undefined) query = query.where('actor_id', '=', question.actorId);
  if (question.action !== undefined) query = query.where('action', '=', question.action);
  if (question.subjectKind !== undefined) query = query.where('subject_kind', '=', question.subjectKind);
  if (question.subjectId !== undefined) query = query.where('subject_id', '=', question.subjectId);
  if (question.from !== undefined) query = query.where('recorded_at', '>=', question.from);
  if (question.until !== undefined) query = query.where('recorded_at', '<', question.until);
  if (question.after !== undefined) query = query.where('entry_id', '<', question.after);
  const rows = await query.orderBy('entry_id', 'desc').limit(question.limit).execute();
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
