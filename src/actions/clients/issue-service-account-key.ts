import { makeApiKey } from '../../core/clients/api-key.ts';
import { readKeyName } from '../../core/clients/key-name.ts';
import {
  maxEndedKeys,
  type ServiceAccount,
  serviceAccountKeyEnd,
} from '../../core/clients/service-account.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { hashSecret } from '../../secrets/hash.ts';
import {
  deleteEndedServiceAccountKeys,
  insertServiceAccountKey,
} from '../../storage/clients/service-account-keys.ts';
import { lockServiceAccount } from '../../storage/clients/service-accounts.ts';
import { countLiveServiceAccountKeys } from '../../storage/workspaces/counts.ts';
import { loadApiKeyMaxAge, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import type { NewKeySettings } from './issue-api-key.ts';
import { serviceAccountKeyFacts } from './service-account-key-facts.ts';

export interface IssuedServiceAccountKey {
  readonly keyId: string;
  /** The whole key, shown once and never stored. */
  readonly text: string;
  readonly expiresAt: Date;
}

/** `expiresAt`: null for the usual end. */
export async function issueServiceAccountKey(
  context: ActionContext,
  workspaceId: string,
  serviceAccountId: string,
  { expiresAt, name: written = null }: NewKeySettings,
): Promise<IssuedServiceAccountKey | Refusal> {
  const keyName = readKeyName(written);
  if (isRefusal(keyName)) return keyName;
  return context.database.transaction().execute(async (database) => {
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const account = await lockServiceAccount(database, workspaceId, serviceAccountId);
    if (!account) return refuseUnknown('serviceAccountId', 'service account');
    const maxAgeDays = await loadApiKeyMaxAge(database, workspaceId);
    const endsAt = serviceAccountKeyEnd(expiresAt, maxAgeDays, context.now);
    if (isRefusal(endsAt)) return endsAt;
    const present = await countLiveServiceAccountKeys(database, workspaceId, serviceAccountId, context.now);
    const full = checkWorkspaceLimit(partnerPlan, 'keys per service account', present);
    if (full) return full;
    const settings = { expiresAt: endsAt, name: keyName };
    const key = await writeServiceAccountKey({ ...context, database }, account, settings);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'service_account_key.issued',
      subject: { kind: 'ServiceAccountKey', id: key.keyId },
      before: null,
      after: { ...serviceAccountKeyFacts(account, keyName), expiresAt: endsAt },
    });
    return key;
  });
}

/** In the caller's transaction. */
export async function writeServiceAccountKey(
  { database, now, randomBytes }: ActionContext,
  account: ServiceAccount,
  settings: { readonly expiresAt: Date; readonly name: string | null },
): Promise<IssuedServiceAccountKey> {
  const { workspaceId, serviceAccountId } = account;
  const { keyId, text } = makeApiKey(randomBytes, 'tsa');
  const secretHash = hashSecret(text);
  await deleteEndedServiceAccountKeys(database, account, maxEndedKeys, now);
  await insertServiceAccountKey(
    database,
    { workspaceId, serviceAccountId, keyId, secretHash, ...settings },
    now,
  );
  return { keyId, text, expiresAt: settings.expiresAt };
}
