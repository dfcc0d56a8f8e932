import { makeApiKey, type NewApiKey } from '../core/api-key.ts';
import { hashSecret } from '../secrets/hash.ts';
import { insertApiKey } from '../storage/api-keys.ts';
import type { ActionContext } from './context.ts';

/** The answer holds the key's text, which is shown once and stored nowhere. */
export async function issueApiKey(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  apiClientId: string,
  { expiresAt }: { readonly expiresAt: Date | null },
): Promise<NewApiKey> {
  const key = makeApiKey(randomBytes);
  const secretHash = hashSecret(key.text);
  await insertApiKey(database, { workspaceId, apiClientId, keyId: key.keyId, secretHash, expiresAt }, now);
  return key;
}
