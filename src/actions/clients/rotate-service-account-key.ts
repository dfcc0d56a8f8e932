import {
  defaultRotationOverlap,
  expiryAfterRotation,
  isKeyAlive,
  maxRotationOverlap,
} from '../../core/clients/credential.ts';
import { serviceAccountKeyEnd } from '../../core/clients/service-account.ts';
import { isRefusal, type Refusal, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import {
  lockServiceAccountKey,
  updateServiceAccountKeyLife,
} from '../../storage/clients/service-account-keys.ts';
import { lockServiceAccount } from '../../storage/clients/service-accounts.ts';
import { countLiveServiceAccountKeys } from '../../storage/workspaces/counts.ts';
import { loadApiKeyMaxAge, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { type IssuedServiceAccountKey, writeServiceAccountKey } from './issue-service-account-key.ts';
import type { Rotation } from './rotate-api-key.ts';
import { serviceAccountKeyFacts } from './service-account-key-facts.ts';

/** Issues a new key with the same name; the old one stays valid for the overlap, so that pipelines can switch. */
export async function rotateServiceAccountKey(
  context: ActionContext,
  workspaceId: string,
  { serviceAccountId, keyId }: { readonly serviceAccountId: string; readonly keyId: string },
  { overlap = defaultRotationOverlap, expiresAt }: Rotation,
): Promise<IssuedServiceAccountKey | Refusal> {
  if (!(overlap >= 0 && overlap <= maxRotationOverlap)) {
    return refuseInvalid([{ path: 'overlap', rule: 'range', message: 'must be from 0 to 30 days' }]);
  }
  return context.database.transaction().execute(async (database) => {
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const account = await lockServiceAccount(database, workspaceId, serviceAccountId);
    if (!account) return refuseUnknown('serviceAccountId', 'service account');
    const old = await lockServiceAccountKey(database, account, keyId);
    if (!old) return refuseUnknown('keyId', 'key');
    if (!isKeyAlive(old, context.now)) {
      return refuseInvalid([{ path: 'keyId', rule: 'alive', message: 'is not an active key' }]);
    }
    const maxAgeDays = await loadApiKeyMaxAge(database, workspaceId);
    const newEnd = serviceAccountKeyEnd(expiresAt, maxAgeDays, context.now);
    if (isRefusal(newEnd)) return newEnd;
    const oldEnd = expiryAfterRotation(old, overlap, context.now);
    const living = await countLiveServiceAccountKeys(database, workspaceId, serviceAccountId, context.now);
    const ends = isKeyAlive({ ...old, expiresAt: oldEnd }, context.now) ? 0 : 1;
    const full = checkWorkspaceLimit(partnerPlan, 'keys per service account', living - ends);
    if (full) return full;
    await updateServiceAccountKeyLife(database, keyId, { ...old, expiresAt: oldEnd });
    const { name: keyName } = old;
    const settings = { expiresAt: newEnd, name: keyName };
    const key = await writeServiceAccountKey({ ...context, database }, account, settings);
    const facts = serviceAccountKeyFacts(account, keyName);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'service_account_key.rotated',
      subject: { kind: 'ServiceAccountKey', id: keyId },
      before: { ...facts, expiresAt: old.expiresAt },
      after: { ...facts, expiresAt: oldEnd, replacedBy: { keyId: key.keyId, expiresAt: newEnd } },
    });
    return key;
  });
}
