import { readKeyName } from '../../core/clients/key-name.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../core/refusal.ts';
import {
  lockServiceAccountKey,
  updateServiceAccountKeyName,
} from '../../storage/clients/service-account-keys.ts';
import { lockServiceAccount } from '../../storage/clients/service-accounts.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { serviceAccountKeyFacts } from './service-account-key-facts.ts';

/** Changes the name of a key, also of an ended one. Null removes it. */
export async function renameServiceAccountKey(
  context: ActionContext,
  workspaceId: string,
  { serviceAccountId, keyId }: { readonly serviceAccountId: string; readonly keyId: string },
  written: string | null,
): Promise<{ readonly name: string | null } | Refusal> {
  const keyName = readKeyName(written);
  if (isRefusal(keyName)) return keyName;
  return context.database.transaction().execute(async (database) => {
    const account = await lockServiceAccount(database, workspaceId, serviceAccountId);
    if (!account) return refuseUnknown('serviceAccountId', 'service account');
    const key = await lockServiceAccountKey(database, account, keyId);
    if (!key) return refuseUnknown('keyId', 'key');
    if (key.name === keyName) return { name: keyName };
    await updateServiceAccountKeyName(database, keyId, keyName);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'service_account_key.renamed',
      subject: { kind: 'ServiceAccountKey', id: keyId },
      before: serviceAccountKeyFacts(account, key.name),
      after: serviceAccountKeyFacts(account, keyName),
    });
    return { name: keyName };
  });
}
