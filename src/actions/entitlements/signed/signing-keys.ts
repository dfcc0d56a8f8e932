import {
  isRotationDue,
  maxListedKeys,
  maxWithdrawnKeys,
  mayRotate,
  signingKeyState,
} from '../../../core/entitlements/signed/signing-key.ts';
import { signingKeySealContext } from '../../../core/operations/seal-context.ts';
import { type Refusal, refuse, refuseUnknown } from '../../../core/refusal.ts';
import { type SigningKey, seedLength, signingKeyFrom } from '../../../secrets/ed25519.ts';
import { type EncryptionKey, seal, unseal } from '../../../secrets/seal.ts';
import { announceChanges } from '../../../storage/changes/changes.ts';
import type { Database } from '../../../storage/database.ts';
import {
  deleteWithdrawnKeysBeyond,
  findActiveSigningKey,
  findWorkspacesWithOldKeys,
  insertSigningKey,
  listSigningKeys,
  type SigningKeyRow,
  type SigningKeyView,
  updateSigningKeyAsReplaced,
  updateSigningKeyAsWithdrawn,
} from '../../../storage/entitlements/signed/signing-keys.ts';
import { loadTokenSettings, lockWorkspace } from '../../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../../context.ts';
import { recordAudit } from '../../workspaces/record-audit.ts';

const workspacesPerPass = 100;

/** The key with which the workspace signs; made on first use. */
export async function activeSigningKey(
  context: ActionContext,
  workspaceId: string,
  encryptionKey: EncryptionKey,
): Promise<SigningKey> {
  const existing = await findActiveSigningKey(context.database, workspaceId);
  if (existing) return openSigningKey(existing, encryptionKey);
  const make = async (database: Database) => {
    const isNew = await insertSigningKey(database, makeSigningKey(context, workspaceId, encryptionKey));
    if (isNew) await announceChanges(database, [{ kind: 'settings', workspaceId }]);
  };
  await (context.database.isTransaction
    ? make(context.database)
    : context.database.transaction().execute(make));
  // Two nodes may make the first key at once: both use the one that was stored.
  const stored = await findActiveSigningKey(context.database, workspaceId);
  if (!stored) throw new Error(`The signing key of ${workspaceId} was written but cannot be found`);
  return openSigningKey(stored, encryptionKey);
}

/** Makes another key the active one. The replaced key stays published, so that what it signed can be verified. */
export async function rotateSigningKey(
  context: ActionContext,
  workspaceId: string,
  encryptionKey: EncryptionKey,
): Promise<SigningKeyView | Refusal> {
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const keys = await listSigningKeys(database, workspaceId, context.now);
    if (!mayRotate(keys, context.now)) return refuse('signing_key.too_many', { limit: maxListedKeys });
    return replaceSigningKey({ ...context, database }, workspaceId, encryptionKey, keys[0]);
  });
}

/** Replaces the keys that are older than the settings of their workspace allow; true if there may be more. */
export async function rotateOldKeys(context: ActionContext, encryptionKey: EncryptionKey): Promise<boolean> {
  const { database, now } = context;
  const workspaces = await findWorkspacesWithOldKeys(database, now, workspacesPerPass);
  let rotated = 0;
  for (const workspaceId of workspaces) {
    await database.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      const keys = await listSigningKeys(transaction, workspaceId, now);
      const { signingKeyMaxAgeDays } = await loadTokenSettings(transaction, workspaceId);
      // Another node may have been faster.
      if (!isRotationDue(keys, signingKeyMaxAgeDays, now)) return;
      await replaceSigningKey({ ...context, database: transaction }, workspaceId, encryptionKey, keys[0]);
      rotated += 1;
    });
  }
  return rotated === workspacesPerPass;
}

/** Unpublishes a key that others may know. The active one is replaced first. */
export async function withdrawSigningKey(
  context: ActionContext,
  workspaceId: string,
  kid: string,
  reason: string,
  encryptionKey: EncryptionKey,
): Promise<SigningKeyView | Refusal> {
  const { now } = context;
  return context.database.transaction().execute(async (database) => {
    const inside = { ...context, database };
    await lockWorkspace(database, workspaceId);
    const [before] = await listSigningKeys(database, workspaceId, now, kid);
    if (!before) return refuseUnknown('kid', 'signing key');
    if (before.withdrawnAt) {
      return refuse('signing_key.already_withdrawn', { withdrawnAt: before.withdrawnAt.toISOString() });
    }
    if (signingKeyState(before) === 'Active') {
      await updateSigningKeyAsReplaced(database, workspaceId, now);
      await insertSigningKey(database, makeSigningKey(inside, workspaceId, encryptionKey));
    }
    await updateSigningKeyAsWithdrawn(database, workspaceId, kid, { reason, now });
    await deleteWithdrawnKeysBeyond(database, workspaceId, maxWithdrawnKeys);
    await recordAudit(inside, workspaceId, {
      action: 'signing_key.withdrawn',
      subject: { kind: 'Workspace', id: workspaceId },
      before: { kid, state: signingKeyState(before) },
      after: { kid, state: 'Withdrawn', reason, licenceFiles: before.licenceFiles },
    });
    await announceChanges(database, [{ kind: 'settings', workspaceId }]);
    return { ...before, replacedAt: before.replacedAt ?? now, withdrawnAt: now, withdrawReason: reason };
  });
}

/** Under the lock of the workspace. */
async function replaceSigningKey(
  context: ActionContext,
  workspaceId: string,
  encryptionKey: EncryptionKey,
  before: SigningKeyView | undefined,
): Promise<SigningKeyView> {
  const { database, now } = context;
  const made = makeSigningKey(context, workspaceId, encryptionKey);
  await updateSigningKeyAsReplaced(database, workspaceId, now);
  await insertSigningKey(database, made);
  const { kid, madeAt, madeBy } = made;
  await recordAudit(context, workspaceId, {
    action: 'signing_key.rotated',
    subject: { kind: 'Workspace', id: workspaceId },
    before: before?.replacedAt === null ? { kid: before.kid } : null,
    after: { kid },
  });
  await announceChanges(database, [{ kind: 'settings', workspaceId }]);
  return {
    kid,
    madeAt,
    madeBy,
    replacedAt: null,
    withdrawnAt: null,
    withdrawReason: null,
    licenceFiles: 0,
  };
}

function makeSigningKey(
  { now, randomBytes, actor }: ActionContext,
  workspaceId: string,
  encryptionKey: EncryptionKey,
): SigningKeyRow {
  const seed = randomBytes(seedLength);
  const { kid, x } = signingKeyFrom(seed);
  const text = Buffer.from(seed).toString('base64url');
  const sealedPrivate = seal(text, encryptionKey, signingKeySealContext({ workspaceId, kid }));
  return { workspaceId, kid, x, sealedPrivate, madeAt: now, madeBy: actor?.name ?? null };
}

/** Throws if the key was sealed for another row or with an unknown encryption key. */
export function openSigningKey(
  row: Pick<SigningKeyRow, 'workspaceId' | 'kid' | 'sealedPrivate'>,
  encryptionKey: EncryptionKey,
): SigningKey {
  const text = unseal(row.sealedPrivate, encryptionKey, signingKeySealContext(row));
  return signingKeyFrom(Buffer.from(text, 'base64url'));
}
