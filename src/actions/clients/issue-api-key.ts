import { makeApiKey, type NewApiKey } from '../../core/clients/api-key.ts';
import { checkKeyExpiry } from '../../core/clients/credential.ts';
import { readKeyName } from '../../core/clients/key-name.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { hasApiClient } from '../../storage/clients/api-clients.ts';
import { insertApiKey } from '../../storage/clients/api-keys.ts';
import { countLiveKeys } from '../../storage/workspaces/counts.ts';
import { loadApiKeyMaxAge, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

export interface NewKeySettings {
  /** Null: no expiry. */
  readonly expiresAt: Date | null;
  readonly name?: string | null;
}

/** The result contains the key's text, which is shown once and never stored. */
export async function issueApiKey(
  context: ActionContext,
  workspaceId: string,
  apiClientId: string,
  { expiresAt, name: written = null }: NewKeySettings,
): Promise<NewApiKey | Refusal> {
  const name = readKeyName(written);
  if (isRefusal(name)) return name;
  return context.database.transaction().execute(async (database) => {
    if (!(await hasApiClient(database, workspaceId, apiClientId))) {
      return refuseUnknown('apiClientId', 'API client');
    }
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const maxAgeDays = await loadApiKeyMaxAge(database, workspaceId);
    const wrongEnd = checkKeyExpiry(expiresAt, maxAgeDays, context.now);
    if (wrongEnd) return wrongEnd;
    const present = await countLiveKeys(database, workspaceId, apiClientId, context.now);
    const full = checkWorkspaceLimit(partnerPlan, 'API keys per client', present);
    if (full) return full;
    const key = await writeNewKey({ ...context, database }, workspaceId, apiClientId, { expiresAt, name });
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'api_key.issued',
      subject: { kind: 'ApiKey', id: key.keyId },
      before: null,
      after: { apiClientId, name, expiresAt },
    });
    return key;
  });
}

/** In the caller's transaction. */
export async function writeNewKey(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  apiClientId: string,
  settings: { readonly expiresAt: Date | null; readonly name: string | null },
): Promise<NewApiKey> {
  const key = makeApiKey(randomBytes);
  const secretHash = hashSecret(key.text);
  await insertApiKey(database, { workspaceId, apiClientId, keyId: key.keyId, secretHash, ...settings }, now);
  return key;
}
