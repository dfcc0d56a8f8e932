import type { NewApiKey } from '../core/api-key.ts';
import {
  defaultRotationOverlap,
  expiryAfterRotation,
  isKeyAlive,
  longestRotationOverlap,
} from '../core/credential.ts';
import { type Refusal, refuseInvalid, refuseUnknown } from '../core/refusal.ts';
import { lockApiKey, updateApiKeyLife } from '../storage/api-keys.ts';
import { announceChanges } from '../storage/changes.ts';
import type { ActionContext } from './context.ts';
import { issueApiKey } from './issue-api-key.ts';

export interface Rotation {
  /** How long the old key lives on, in milliseconds; 24 hours unless told. */
  readonly overlap?: number;
  readonly expiresAt: Date | null;
}

/** Issues a second key and lets the old one live on for the overlap, so that a deployment can change over. */
export async function rotateApiKey(
  context: ActionContext,
  workspaceId: string,
  keyId: string,
  { overlap = defaultRotationOverlap, expiresAt }: Rotation,
): Promise<NewApiKey | Refusal> {
  if (!(overlap >= 0 && overlap <= longestRotationOverlap)) {
    return refuseInvalid([{ path: 'overlap', rule: 'range', message: 'must be from 0 to 30 days' }]);
  }
  return context.database.transaction().execute(async (transaction) => {
    const old = await lockApiKey(transaction, workspaceId, keyId);
    if (!old) return refuseUnknown('keyId', 'key');
    if (!isKeyAlive(old, context.now)) {
      return refuseInvalid([{ path: 'keyId', rule: 'alive', message: 'is not a key that still works' }]);
    }
    await updateApiKeyLife(transaction, workspaceId, keyId, {
      ...old,
      expiresAt: expiryAfterRotation(old, overlap, context.now),
    });
    await announceChanges(transaction, [{ kind: 'client', apiClientId: old.apiClientId }]);
    const next = { ...context, database: transaction };
    return issueApiKey(next, workspaceId, old.apiClientId, { expiresAt });
  });
}
