import { announceChanges } from '../../storage/changes.ts';
import { listApiClientIds, lockSuspension, updateSuspension } from '../../storage/workspaces/suspensions.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/**
 * Suspends a workspace for a reason, or resumes it with null. Every node refuses its API clients and members within a
 * second. Background work continues: acknowledged usage is sent, and marketplace notifications are answered. False when
 * nothing changed.
 */
export async function suspendWorkspace(
  context: ActionContext,
  workspaceId: string,
  reason: string | null,
): Promise<boolean> {
  return context.database.transaction().execute(async (database) => {
    const before = await lockSuspension(database, workspaceId);
    if ((before === null) === (reason === null)) return false;
    const suspension = reason === null ? null : { reason, suspendedAt: context.now };
    await updateSuspension(database, workspaceId, suspension);
    await recordAudit({ ...context, database }, workspaceId, {
      action: reason === null ? 'workspace.resumed' : 'workspace.suspended',
      subject: { kind: 'Workspace', id: workspaceId },
      before: before && { reason: before.reason },
      after: suspension && { reason },
    });
    const clients = await listApiClientIds(database, workspaceId);
    await announceChanges(
      database,
      clients.map((apiClientId) => ({ kind: 'client', apiClientId })),
    );
    return true;
  });
}
