import { type Refusal, refuseUnknown } from '../core/refusal.ts';
import { lockApiKey, updateApiKeyLife } from '../storage/api-keys.ts';
import { announceChanges } from '../storage/changes.ts';
import type { ActionContext } from './context.ts';

/** Ends a key at once and for good. Revoking twice keeps the first moment. */
export async function revokeApiKey(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  workspaceId: string,
  keyId: string,
): Promise<{ readonly revokedAt: Date } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const key = await lockApiKey(transaction, workspaceId, keyId);
    if (!key) return refuseUnknown('keyId', 'key');
    const revokedAt = key.revokedAt ?? now;
    await updateApiKeyLife(transaction, workspaceId, keyId, { ...key, revokedAt });
    await announceChanges(transaction, [{ kind: 'client', apiClientId: key.apiClientId }]);
    return { revokedAt };
  });
}
