import { makeApiKey } from '../../core/clients/api-key.ts';
import {
  defaultRotationOverlap,
  expiryAfterRotation,
  isKeyAlive,
  maxRotationOverlap,
} from '../../core/clients/credential.ts';
import {
  auditedKey,
  type KeyOwner,
  type KeyOwnerKind,
  type KeySettings,
  keyRules,
  readKeySettings,
} from '../../core/clients/key-rules.ts';
import { isRefusal, type Refusal, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import type { AuditedChange } from '../../core/workspaces/audit.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import { hasApiClient } from '../../storage/clients/api-clients.ts';
import {
  countLiveKeys,
  deleteEndedKeys,
  insertKey,
  type LockedKey,
  lockKey,
  updateKey,
} from '../../storage/clients/api-keys.ts';
import { lockServiceAccount } from '../../storage/clients/service-accounts.ts';
import type { Database } from '../../storage/database.ts';
import { loadApiKeyMaxAge, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Keys of API clients and of service accounts; `keyRules` has the difference. */

export interface OwnerOfKeys {
  readonly kind: KeyOwnerKind;
  readonly id: string;
}

/** A key id is unique: an API client's key is found without the client. */
export type KeyOfOwner =
  | { readonly kind: 'api-client'; readonly keyId: string }
  | { readonly kind: 'service-account'; readonly id: string; readonly keyId: string };

export interface NewKeySettings extends Partial<KeySettings> {
  /** Null: no expiry for an API client, the usual one for a service account. */
  readonly expiresAt: Date | null;
}

const defaults: KeySettings = { name: null, allowedNetworks: null };

export interface IssuedKey {
  readonly keyId: string;
  /** The whole key, shown once and never stored. */
  readonly text: string;
  readonly expiresAt: Date | null;
}

export async function issueKey(
  context: ActionContext,
  workspaceId: string,
  ownerOfKeys: OwnerOfKeys,
  { expiresAt: requested, ...written }: NewKeySettings,
): Promise<IssuedKey | Refusal> {
  const settings = readKeySettings({ ...defaults, ...written });
  if (isRefusal(settings)) return settings;
  return inTransaction(context, async (transaction) => {
    const owner = await lockOwner(transaction.database, workspaceId, ownerOfKeys);
    if (isRefusal(owner)) return owner;
    const expiresAt = await decideExpiry(transaction, workspaceId, owner, requested);
    if (isRefusal(expiresAt)) return expiresAt;
    const key = await writeKey(transaction, workspaceId, owner, settings, expiresAt);
    await recordAudit(transaction, workspaceId, {
      ...audited(owner, key.keyId, 'issued'),
      before: null,
      after: { ...auditedKey(owner, settings), expiresAt },
    });
    return key;
  });
}

/** Changes the given settings of a key, also of an ended one. */
export async function changeKey(
  context: ActionContext,
  workspaceId: string,
  keyOfOwner: KeyOfOwner,
  change: Partial<KeySettings>,
): Promise<KeySettings | Refusal> {
  return inTransaction(context, async (transaction) => {
    const locked = await lockKeyOfOwner(transaction.database, workspaceId, keyOfOwner);
    if (isRefusal(locked)) return locked;
    const { key, owner } = locked;
    const settings = readKeySettings({ ...key, ...change });
    if (isRefusal(settings)) return settings;
    const hasSameNetworks = String(settings.allowedNetworks) === String(key.allowedNetworks);
    if (hasSameNetworks && settings.name === key.name) return settings;
    await updateKey(transaction.database, workspaceId, { ...key, ...settings });
    if (!hasSameNetworks) await announceKeys(transaction.database, owner);
    await recordAudit(transaction, workspaceId, {
      ...audited(owner, key.keyId, hasSameNetworks ? 'renamed' : 'changed'),
      before: auditedKey(owner, key),
      after: auditedKey(owner, settings),
    });
    return settings;
  });
}

export interface Rotation {
  /** Remaining validity of the old key in milliseconds; 24 hours by default. */
  readonly overlap?: number;
  readonly expiresAt: Date | null;
}

/** Issues a new key with the same settings; the old one stays valid for the overlap, so that deployments can switch. */
export async function rotateKey(
  context: ActionContext,
  workspaceId: string,
  keyOfOwner: KeyOfOwner,
  { overlap = defaultRotationOverlap, expiresAt: requested }: Rotation,
): Promise<IssuedKey | Refusal> {
  if (!(overlap >= 0 && overlap <= maxRotationOverlap)) {
    return refuseInvalid([{ path: 'overlap', rule: 'range', message: 'must be from 0 to 30 days' }]);
  }
  return inTransaction(context, async (transaction) => {
    const { database, now } = transaction;
    const locked = await lockKeyOfOwner(database, workspaceId, keyOfOwner);
    if (isRefusal(locked)) return locked;
    const { key: old, owner } = locked;
    if (!isKeyAlive(old, now)) {
      return refuseInvalid([{ path: 'keyId', rule: 'alive', message: 'is not an active key' }]);
    }
    const rotated = { ...old, expiresAt: expiryAfterRotation(old, overlap, now) };
    const ending = isKeyAlive(rotated, now) ? 0 : 1;
    const expiresAt = await decideExpiry(transaction, workspaceId, owner, requested, ending);
    if (isRefusal(expiresAt)) return expiresAt;
    await updateKey(database, workspaceId, rotated);
    await announceKeys(database, owner);
    const key = await writeKey(transaction, workspaceId, owner, old, expiresAt);
    const facts = auditedKey(owner, old);
    await recordAudit(transaction, workspaceId, {
      ...audited(owner, old.keyId, 'rotated'),
      before: { ...facts, expiresAt: old.expiresAt },
      after: { ...facts, expiresAt: rotated.expiresAt, replacedBy: { keyId: key.keyId, expiresAt } },
    });
    return key;
  });
}

/** Revokes a key at once and permanently. Revoking again keeps the first time. */
export async function revokeKey(
  context: ActionContext,
  workspaceId: string,
  keyOfOwner: KeyOfOwner,
): Promise<{ readonly revokedAt: Date } | Refusal> {
  return inTransaction(context, async (transaction) => {
    const { database, now: revokedAt } = transaction;
    const locked = await lockKeyOfOwner(database, workspaceId, keyOfOwner);
    if (isRefusal(locked)) return locked;
    const { key, owner } = locked;
    if (key.revokedAt) return { revokedAt: key.revokedAt };
    await updateKey(database, workspaceId, { ...key, revokedAt });
    await announceKeys(database, owner);
    const facts = auditedKey(owner, key);
    await recordAudit(transaction, workspaceId, {
      ...audited(owner, key.keyId, 'revoked'),
      before: { ...facts, expiresAt: key.expiresAt },
      after: { ...facts, revokedAt },
    });
    return { revokedAt };
  });
}

const audited = (
  { kind }: KeyOwner,
  keyId: string,
  verb: 'issued' | 'renamed' | 'changed' | 'rotated' | 'revoked',
): Pick<AuditedChange, 'action' | 'subject'> => ({
  action: `${keyRules[kind].audited}.${verb}`,
  subject: { kind: keyRules[kind].subject, id: keyId },
});

function inTransaction<Result>(
  context: ActionContext,
  run: (transaction: ActionContext) => Promise<Result>,
): Promise<Result> {
  return context.database.transaction().execute((database) => run({ ...context, database }));
}

/** A service account is locked, so that it is not removed meanwhile; API clients are never removed. */
async function lockOwner(
  database: Database,
  workspaceId: string,
  { kind, id }: OwnerOfKeys,
): Promise<KeyOwner | Refusal> {
  if (kind === 'api-client') {
    const isKnown = await hasApiClient(database, workspaceId, id);
    return isKnown ? { kind, id } : refuseUnknown('apiClientId', 'API client');
  }
  const account = await lockServiceAccount(database, workspaceId, id);
  return account ? { kind, id, name: account.name } : refuseUnknown('serviceAccountId', 'service account');
}

async function lockKeyOfOwner(
  database: Database,
  workspaceId: string,
  { keyId, ...of }: KeyOfOwner,
): Promise<{ readonly key: LockedKey; readonly owner: KeyOwner } | Refusal> {
  const account = of.kind === 'service-account' ? await lockOwner(database, workspaceId, of) : undefined;
  if (isRefusal(account)) return account;
  const key = await lockKey(database, workspaceId, of.kind, keyId);
  if (!key || (account && account.id !== key.ownerId)) return refuseUnknown('keyId', 'key');
  return { key, owner: account ?? { kind: 'api-client', id: key.ownerId } };
}

/** The expiry of a new key, if the owner may have one more. `ending`: live keys that end in the same transaction. */
async function decideExpiry(
  { database, now }: ActionContext,
  workspaceId: string,
  owner: KeyOwner,
  requested: Date | null,
  ending = 0,
): Promise<Date | null | Refusal> {
  const { endOf, limit } = keyRules[owner.kind];
  const { partnerPlan } = await lockWorkspace(database, workspaceId);
  const expiresAt = endOf(requested, await loadApiKeyMaxAge(database, workspaceId), now);
  if (isRefusal(expiresAt)) return expiresAt;
  const live = await countLiveKeys(database, workspaceId, owner, now);
  return checkWorkspaceLimit(partnerPlan, limit, live - ending) ?? expiresAt;
}

async function writeKey(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  owner: KeyOwner,
  { name, allowedNetworks }: KeySettings,
  expiresAt: Date | null,
): Promise<IssuedKey> {
  const { prefix, maxEnded } = keyRules[owner.kind];
  const { keyId, text } = makeApiKey(randomBytes, prefix);
  if (maxEnded !== null) await deleteEndedKeys(database, workspaceId, owner, maxEnded, now);
  const row = { keyId, secretHash: hashSecret(text), expiresAt, name, allowedNetworks };
  await insertKey(database, workspaceId, owner, row, now);
  return { keyId, text, expiresAt };
}

/** Nodes cache API clients; a service account's key is looked up for every request. */
async function announceKeys(database: Database, { kind, id }: KeyOwner): Promise<void> {
  if (kind === 'api-client') await announceChanges(database, [{ kind: 'client', apiClientId: id }]);
}
