import { checkEncryptionKey } from '../../actions/operations/check-encryption-key.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadinessCheck } from './readiness.ts';

/** Whether the key opens the secrets of the database. While the database is unavailable, the last result stays. */
export function encryptionKeyCheck(database: Database, key: EncryptionKey): ReadinessCheck {
  let lastKnown = 'unknown';
  return {
    name: 'encryptionKey',
    costsQueries: true,
    states: { ok: 'ok', wrong: 'unavailable' },
    examine: () =>
      checkEncryptionKey(database, key).then(
        (state) => {
          lastKnown = state;
          return lastKnown;
        },
        () => lastKnown,
      ),
  };
}
