import { requireEncryptionKey } from './actions/operations/check-encryption-key.ts';
import { CannotStart } from './core/operations/cannot-start.ts';
import type { EncryptionKey } from './secrets/seal.ts';
import type { Database } from './storage/database.ts';

/** An unreachable database does not prevent the start: readiness checks again. */
export async function refuseWrongKey(database: Database, key: EncryptionKey): Promise<void> {
  try {
    await requireEncryptionKey(database, key);
  } catch (error) {
    if (!(error instanceof CannotStart)) return;
    await database.destroy();
    throw error;
  }
}
