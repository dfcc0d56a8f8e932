import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import {
  lockServiceAccountKey,
  updateServiceAccountKeyLife,
} from '../../storage/clients/service-account-keys.ts';
import { lockServiceAccount } from '../../storage/clients/service-accounts.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { serviceAccountKeyFacts } from './service-account-key-facts.ts';

/** Revokes a key at once and permanently. Revoking again keeps the first time. */
export async function revokeServiceAccountKey(
  context: ActionContext,
  workspaceId: string,
  { serviceAccountId, keyId }: { readonly serviceAccountId: string; readonly keyId: string },
): Promise<{ readonly revokedAt: Date } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const account = await lockServiceAccount(database, workspaceId, serviceAccountId);
    if (!account) return refuseUnknown('serviceAccountId', 'service account');
    const key = await lockServiceAccountKey(database, account, keyId);
    if (!key) return refuseUnknown('keyId', 'key');
    if (key.revokedAt) return { revokedAt: key.revokedAt };
    const revokedAt = context.now;
    await updateServiceAccountKeyLife(database, keyId, { ...key, revokedAt });
    const facts = serviceAccountKeyFacts(account, key.name);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'service_account_key.revoked',
      subject: { kind: 'ServiceAccountKey', id: keyId },
      before: { ...facts, expiresAt: key.expiresAt },
      after: { ...facts, revokedAt },
    });
    return { revokedAt };
  });
}
