import { updateApiClientEnabled } from '../storage/api-clients.ts';
import { announceChanges } from '../storage/changes.ts';
import type { ActionContext } from './context.ts';

/** A disabled client is turned away with all of its credentials, until it is enabled again. */
export async function setApiClientEnabled(
  { database }: Pick<ActionContext, 'database'>,
  workspaceId: string,
  apiClientId: string,
  enabled: boolean,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await updateApiClientEnabled(transaction, workspaceId, apiClientId, enabled);
    await announceChanges(transaction, [{ kind: 'client', apiClientId }]);
  });
}
