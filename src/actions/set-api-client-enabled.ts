import { type Refusal, refuseUnknown } from '../core/refusal.ts';
import { updateApiClientEnabled } from '../storage/api-clients.ts';
import { announceChanges } from '../storage/changes.ts';
import type { ActionContext } from './context.ts';

/** A disabled client is turned away with all of its credentials, until it is enabled again. */
export async function setApiClientEnabled(
  { database }: Pick<ActionContext, 'database'>,
  workspaceId: string,
  apiClientId: string,
  enabled: boolean,
): Promise<{ readonly enabled: boolean } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const isKnown = await updateApiClientEnabled(transaction, workspaceId, apiClientId, enabled);
    if (!isKnown) return refuseUnknown('apiClientId', 'API client');
    await announceChanges(transaction, [{ kind: 'client', apiClientId }]);
    return { enabled };
  });
}
