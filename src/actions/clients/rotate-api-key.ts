import type { NewApiKey } from '../../core/clients/api-key.ts';
import {
  checkKeyExpiry,
  defaultRotationOverlap,
  expiryAfterRotation,
  isKeyAlive,
  maxRotationOverlap,
} from '../../core/clients/credential.ts';
import { type Refusal, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { announceChanges } from '../../storage/changes.ts';
import { lockApiKey, updateApiKeyLife } from '../../storage/clients/api-keys.ts';
import { countLiveKeys } from '../../storage/workspaces/counts.ts';
import { loadApiKeyMaxAge, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { writeNewKey } from './issue-api-key.ts';

export interface Rotation {
  /** Remaining validity of the old key in milliseconds; 24 hours by default. */
  readonly overlap?: number;
  readonly expiresAt: Date | null;
}

/** Issues a new key with the same name; the old one stays valid for the overlap, so that deployments can switch. */
export async function rotateApiKey(
  context: ActionContext,
  workspaceId: string,
  keyId: string,
  { overlap = defaultRotationOverlap, expiresAt }: Rotation,
): Promise<NewApiKey | Refusal> {
  if (!(overlap >= 0 && overlap <= maxRotationOverlap)) {
    return refuseInvalid([{ path: 'overlap', rule: 'range', message: 'must be from 0 to 30 days' }]);
  }
  return context.database.transaction().execute(async (database) => {
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const maxAgeDays = await loadApiKeyMaxAge(database, workspaceId);
    const wrongEnd = checkKeyExpiry(expiresAt, maxAgeDays, context.now);
    if (wrongEnd) return wrongEnd;
    const old = await lockApiKey(database, workspaceId, keyId);
    if (!old) return refuseUnknown('keyId', 'key');
    if (!isKeyAlive(old, context.now)) {
      return refuseInvalid([{ path: 'keyId', rule: 'alive', message: 'is not an active key' }]);
    }
    const { apiClientId, name } = old;
    const endsAt = expiryAfterRotation(old, overlap, context.now);
    const living = await countLiveKeys(database, workspaceId, apiClientId, context.now);
    const ends = isKeyAlive({ ...old, expiresAt: endsAt }, context.now) ? 0 : 1;
    const full = checkWorkspaceLimit(partnerPlan, 'API keys per client', living - ends);
    if (full) return full;
    await updateApiKeyLife(database, workspaceId, keyId, { ...old, expiresAt: endsAt });
    await announceChanges(database, [{ kind: 'client', apiClientId }]);
    const key = await writeNewKey({ ...context, database }, workspaceId, apiClientId, { expiresAt, name });
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'api_key.rotated',
      subject: { kind: 'ApiKey', id: keyId },
      before: { apiClientId, name, expiresAt: old.expiresAt },
      after: { apiClientId, name, expiresAt: endsAt, replacedBy: { keyId: key.keyId, expiresAt } },
    });
    return key;
  });
}
