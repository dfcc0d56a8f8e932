import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { announceChanges } from '../../storage/changes.ts';
import { lockApiClientView, updateApiClientEnabled } from '../../storage/clients/api-client-views.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * Credentials of a disabled client are refused until it is enabled again. Takes no revision: stopping a client must not
 * fail because of another edit.
 */
export async function setApiClientEnabled(
  context: ActionContext,
  workspaceId: string,
  apiClientId: string,
  enabled: boolean,
): Promise<{ readonly enabled: boolean } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const client = await lockApiClientView(database, workspaceId, apiClientId);
    if (!client) return refuseUnknown('apiClientId', 'API client');
    if (client.enabled === enabled) return { enabled };
    await updateApiClientEnabled(database, client, enabled);
    await recordAudit({ ...context, database }, workspaceId, {
      action: enabled ? 'api_client.enabled' : 'api_client.disabled',
      subject: { kind: 'ApiClient', id: apiClientId },
      before: { name: client.name, enabled: client.enabled },
      after: { name: client.name, enabled },
    });
    await announceChanges(database, [{ kind: 'client', apiClientId }]);
    return { enabled };
  });
}
