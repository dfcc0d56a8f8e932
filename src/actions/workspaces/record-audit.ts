import { timeOrderedId } from '../../core/identifiers.ts';
import { type AuditedChange, type AuditNote, noAuditNote } from '../../core/workspaces/audit.ts';
import { insertAuditEntry } from '../../storage/workspaces/audit-entries.ts';
import type { ActionContext } from '../context.ts';

/** Adds an audit entry in the transaction of the change; changes without an actor have none. */
export async function recordAudit(
  { database, now, randomBytes, actor }: ActionContext,
  workspaceId: string,
  change: AuditedChange,
  note: AuditNote = noAuditNote,
): Promise<void> {
  if (!actor) return;
  const entryId = timeOrderedId(now, randomBytes);
  await insertAuditEntry(database, { workspaceId, entryId, recordedAt: now, actor, note, ...change });
}
