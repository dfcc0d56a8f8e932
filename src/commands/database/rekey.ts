import { randomBytes } from 'node:crypto';
import { requireEncryptionKey } from '../../actions/operations/check-encryption-key.ts';
import { countStale, resealCanary, resealSecrets } from '../../actions/operations/reseal-secrets.ts';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { systemClock } from '../../service/clock-guard.ts';
import type { ProductionConfig } from '../../settings/config.ts';
import { type Database, withDatabase } from '../../storage/database.ts';
import { type SealedText, sealedKinds } from '../../storage/secrets/sealed-texts.ts';
import { onDatabase, type Print } from './on-database.ts';

/** `rekey` */
export const rekeySecrets = onDatabase('rekey', async (config, _, print) => {
  const resealed = await runRekey(config, print);
  return { text: '', json: { resealed } };
});

/**
 * `rekey`: seals every secret again whose key is not ENCRYPTION_KEY. Nodes may run meanwhile, and an interrupted run
 * can be repeated. Returns the number of secrets.
 */
export async function runRekey(config: ProductionConfig, print: Print): Promise<number> {
  const { databaseUrl, encryptionKey } = config;
  return withDatabase(databaseUrl, (database) => rekey(database, encryptionKey, print));
}

async function rekey(
  database: Database,
  key: ProductionConfig['encryptionKey'],
  print: Print,
): Promise<number> {
  const context = { database, now: systemClock.now(), randomBytes };
  await requireEncryptionKey(database, key);
  let unopened = 0;
  let resealed = 0;
  for (const kind of sealedKinds) {
    const total = await countStale(context, key, kind);
    let done = 0;
    let last: SealedText | undefined;
    do {
      const batch = await resealSecrets(context, key, kind, last);
      last = batch.last;
      done += batch.resealed;
      resealed += batch.resealed;
      unopened += batch.unopened;
      if (batch.resealed > 0) print(`${kind}: ${done} of ${total} resealed.`);
    } while (last);
  }
  if (unopened > 0) {
    throw new CannotStart(
      `${unopened} secrets do not open with any key: add the key that sealed them to ENCRYPTION_KEYS_OLD, or enter them again.`,
    );
  }
  await resealCanary(context, key);
  const counts = await Promise.all(sealedKinds.map((kind) => countStale(context, key, kind)));
  const stale = counts.reduce((sum, count) => sum + count, 0);
  if (stale > 0) {
    throw new CannotStart(
      `${stale} secrets were sealed with another key meanwhile: start every node with the new ENCRYPTION_KEY, then run rekey again.`,
    );
  }
  print('Every secret is sealed with ENCRYPTION_KEY. Remove ENCRYPTION_KEYS_OLD from every node.');
  return resealed;
}
