import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { announceChanges } from '../../storage/changes.ts';
import { lockApiKey, updateApiKeyLife } from '../../storage/clients/api-keys.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Revokes a key at once and permanently. Revoking again keeps the first time. */
export async function revokeApiKey(
  context: ActionContext,
  workspaceId: string,
  keyId: string,
): Promise<{ readonly revokedAt: Date } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const key = await lockApiKey(database, workspaceId, keyId);
    if (!key) return refuseUnknown('keyId', 'key');
    if (key.revokedAt) return { revokedAt: key.revokedAt };
    const { apiClientId, name } = key;
    const revokedAt = context.now;
    await updateApiKeyLife(database, workspaceId, keyId, { ...key, revokedAt });
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'api_key.revoked',
      subject: { kind: 'ApiKey', id: keyId },
      before: { apiClientId, name, expiresAt: key.expiresAt },
      after: { apiClientId, name, revokedAt },
    });
    await announceChanges(database, [{ kind: 'client', apiClientId }]);
    return { revokedAt };
  });
}
