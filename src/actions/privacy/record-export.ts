import type { AuditAction } from '../../core/workspaces/audit.ts';
import { listAuditEntries } from '../../storage/workspaces/audit-entries.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

const repeatPause = 60 * 60_000;

/**
 * Records a data export before it is sent. Repeated exports by one actor are one entry an hour: pipelines export the
 * catalogue file often.
 */
export async function recordExport(
  context: ActionContext,
  workspaceId: string,
  action: Extract<AuditAction, `${string}.exported`>,
  filter: Readonly<Record<string, unknown>>,
): Promise<void> {
  const from = new Date(context.now.getTime() - repeatPause);
  const question = { actorId: context.actor?.id, action, from, limit: 1 };
  const [latest] = await listAuditEntries(context.database, workspaceId, question);
  if (latest && isSame(latest.after, filter)) return;
  await recordAudit(context, workspaceId, {
    action,
    subject: { kind: 'Workspace', id: workspaceId },
    before: null,
    after: filter,
  });
}

function isSame(exported: object | null, filter: Readonly<Record<string, unknown>>): boolean {
  const before = new Map(Object.entries(exported ?? {}));
  const now = Object.entries(filter);
  return before.size === now.length && now.every(([name, value]) => before.get(name) === value);
}
