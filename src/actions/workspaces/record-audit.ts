import { timeOrderedId } from '../../core/identifiers.ts';
import type { AuditedChange } from '../../core/workspaces/audit.ts';
import { insertAuditEntry } from '../../storage/workspaces/audit-entries.ts';
import type { ActionContext } from '../context.ts';

/** Writes down who changed what, in the transaction of the change; what no person asked for has no entry. */
export async function recordAudit(
  { database, now, randomBytes, actor }: ActionContext,
  workspaceId: string,
  change: AuditedChange,
): Promise<void> {
  if (!actor) return;
  const entryId = timeOrderedId(now, randomBytes);
  await insertAuditEntry(database, { workspaceId, entryId, recordedAt: now, actor, ...change });
}
