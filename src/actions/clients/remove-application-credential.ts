import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { announceChanges } from '../../storage/changes.ts';
import { deleteApplicationCredential } from '../../storage/clients/application-credentials.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Removes an application from its API client; its tokens are refused. Adding it again requires verification again. */
export async function removeApplicationCredential(
  context: ActionContext,
  workspaceId: string,
  credentialId: string,
): Promise<{ readonly apiClientId: string } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const removed = await deleteApplicationCredential(database, workspaceId, credentialId);
    if (!removed) return refuseUnknown('credentialId', 'application credential');
    const { apiClientId } = removed;
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'application_credential.removed',
      subject: { kind: 'ApplicationCredential', id: credentialId },
      before: removed,
      after: null,
    });
    await announceChanges(database, [{ kind: 'client', apiClientId }]);
    return { apiClientId };
  });
}
