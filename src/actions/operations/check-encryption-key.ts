import { CannotStart } from '../../core/operations/cannot-start.ts';
import { canarySealContext } from '../../core/operations/seal-context.ts';
import { type EncryptionKey, type SealContext, seal, unseal } from '../../secrets/seal.ts';
import type { Database } from '../../storage/database.ts';
import { findCanary, insertCanary } from '../../storage/secrets/encryption-canary.ts';
import { listSealedTexts, sealedKinds } from '../../storage/secrets/sealed-texts.ts';
import { sealContextOf } from './reseal-secrets.ts';

export type EncryptionKeyState = 'ok' | 'wrong';

/** Checks by the canary whether the key opens this database's secrets. The first check writes the canary. */
export async function checkEncryptionKey(
  database: Database,
  key: EncryptionKey,
): Promise<EncryptionKeyState> {
  const canary = (await findCanary(database)) ?? (await writeCanary(database, key));
  return canary && opens(canary, key, canarySealContext) ? 'ok' : 'wrong';
}

/** Stops a start or a command with a wrong key. */
export async function requireEncryptionKey(database: Database, key: EncryptionKey): Promise<void> {
  if ((await checkEncryptionKey(database, key)) === 'ok') return;
  throw new CannotStart(
    'ENCRYPTION_KEY does not open the secrets of this database. Set the key that sealed them, or add it to ENCRYPTION_KEYS_OLD.',
  );
}

/** The key may seal a canary only if it opens existing secrets. Of several nodes the first one writes it. */
async function writeCanary(database: Database, key: EncryptionKey): Promise<Uint8Array | undefined> {
  for (const kind of sealedKinds) {
    const [sample] = await listSealedTexts(database, kind, { limit: 1 });
    if (sample && !opens(sample.sealed, key, sealContextOf(sample))) return undefined;
  }
  await insertCanary(database, seal('canary', key, canarySealContext));
  return findCanary(database);
}

function opens(sealed: Uint8Array, key: EncryptionKey, context: SealContext): boolean {
  try {
    unseal(sealed, key, context);
    return true;
  } catch {
    return false;
  }
}
