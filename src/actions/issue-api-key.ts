import { makeApiKey, type NewApiKey } from '../core/api-key.ts';
import { type Refusal, refuseUnknown } from '../core/refusal.ts';
import { hashSecret } from '../secrets/hash.ts';
import { hasApiClient } from '../storage/api-clients.ts';
import { insertApiKey } from '../storage/api-keys.ts';
import type { ActionContext } from './context.ts';

/** The answer holds the key's text, which is shown once and stored nowhere. */
export async function issueApiKey(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  apiClientId: string,
  { expiresAt }: { readonly expiresAt: Date | null },
): Promise<NewApiKey | Refusal> {
  if (!(await hasApiClient(database, workspaceId, apiClientId))) {
    return refuseUnknown('apiClientId', 'API client');
  }
  const key = makeApiKey(randomBytes);
  const secretHash = hashSecret(key.text);
  await insertApiKey(database, { workspaceId, apiClientId, keyId: key.keyId, secretHash, expiresAt }, now);
  return key;
}
