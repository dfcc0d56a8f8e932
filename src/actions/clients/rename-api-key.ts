import { readKeyName } from '../../core/clients/key-name.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { lockApiKey, updateApiKeyName } from '../../storage/clients/api-keys.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Changes the name of a key, also of an ended one. Null removes it. */
export async function renameApiKey(
  context: ActionContext,
  workspaceId: string,
  keyId: string,
  written: string | null,
): Promise<{ readonly name: string | null } | Refusal> {
  const name = readKeyName(written);
  if (isRefusal(name)) return name;
  return context.database.transaction().execute(async (database) => {
    const key = await lockApiKey(database, workspaceId, keyId);
    if (!key) return refuseUnknown('keyId', 'key');
    if (key.name === name) return { name };
    const { apiClientId } = key;
    await updateApiKeyName(database, workspaceId, keyId, name);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'api_key.renamed',
      subject: { kind: 'ApiKey', id: keyId },
      before: { apiClientId, name: key.name },
      after: { apiClientId, name },
    });
    return { name };
  });
}
