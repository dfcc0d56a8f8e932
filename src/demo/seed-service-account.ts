import { addServiceAccount } from '../actions/clients/add-service-account.ts';
import { issueKey } from '../actions/clients/keys.ts';
import { makeApiKey } from '../core/clients/api-key.ts';
import { findServiceAccountKey } from '../storage/clients/api-keys.ts';
import { listServiceAccountViews } from '../storage/clients/service-accounts.ts';
import type { Database } from '../storage/database.ts';
import { bytesFrom, done, fixed } from './fixed.ts';

const name = 'Nightly report';

/** A service account that reads everything, with a key from the day of the first start; returns the key. */
export async function seedServiceAccount(
  database: Database,
  workspaceId: string,
  now: Date,
): Promise<string> {
  const present = await listServiceAccountViews(database, workspaceId, { limit: 1_000 });
  const { serviceAccountId } =
    present.find((account) => account.name === name) ??
    done(await addServiceAccount(fixed(database, name), workspaceId, { name, role: 'Viewer' }));
  const { keyId, text } = makeApiKey(bytesFrom(`${name} key`), 'tsa');
  if (await findServiceAccountKey(database, keyId)) return text;
  const context = { ...fixed(database, `${name} key`), now };
  const owner = { kind: 'service-account', id: serviceAccountId } as const;
  done(await issueKey(context, workspaceId, owner, { expiresAt: null }));
  return text;
}
