import { accessAt } from '../../../core/entitlements/in-force.ts';
import { readArmour } from '../../../core/entitlements/signed/armour.ts';
import {
  entitlementClaims,
  issuerOf,
  licenceFileGraceSeconds,
  tokenTypes,
} from '../../../core/entitlements/signed/claims.ts';
import {
  contractEnd,
  type Installation,
  type LicenceFile,
  licenceFileEnd,
  maxLiveLicenceFiles,
  maxUnendedLicenceFiles,
  replacedReason,
  revokeReasonIssues,
} from '../../../core/entitlements/signed/licence-file.ts';
import { maxRequestFileLength, readRequestFile } from '../../../core/entitlements/signed/request-file.ts';
import { timeOrderedId } from '../../../core/identifiers.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid } from '../../../core/refusal.ts';
import { readCompact, signCompact, thumbprintOf, verifyCompact } from '../../../secrets/ed25519.ts';
import type { EncryptionKey } from '../../../secrets/seal.ts';
import { announceChanges } from '../../../storage/changes/changes.ts';
import type { Database } from '../../../storage/database.ts';
import { loadEntitlement } from '../../../storage/entitlements/entitlements.ts';
import {
  countUnendedLicenceFiles,
  findLicenceFile,
  insertLicenceFile,
  lockActiveKey,
  markRevoked,
  type StoredLicenceFile,
} from '../../../storage/entitlements/signed/licence-files.ts';
import { lockTenant } from '../../../storage/subscriptions/customers.ts';
import { loadTokenSettings } from '../../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../../context.ts';
import { recordAudit } from '../../workspaces/record-audit.ts';
import { fileActor } from './file-actor.ts';
import { announceLicenceFile } from './licence-events.ts';
import { activeSigningKey } from './signing-keys.ts';

/** What the service signs with. */
export interface Signing {
  readonly encryptionKey: EncryptionKey;
  readonly publicUrl: string;
}

export interface WantedLicenceFile {
  readonly tenantId: string;
  /** Slug. */
  readonly product: string;
  readonly months: number;
  /** The text of the file; without it any installation may use the licence file. */
  readonly requestFile?: string | undefined;
  /** The id of the file that this one replaces. */
  readonly replaces?: string | undefined;
}

/**
 * Signs the present entitlement of a tenant for an installation that cannot reach the service. The tenant is locked, so that
 * no more files are issued than the ceiling allows. A replaced file is revoked in the same transaction.
 */
export async function issueLicenceFile(
  context: ActionContext,
  workspaceId: string,
  wanted: WantedLicenceFile,
  { encryptionKey, publicUrl }: Signing,
): Promise<LicenceFile | Refusal> {
  const { now, randomBytes } = context;
  const { tenantId, product } = wanted;
  const actor = fileActor(context);
  const installation = installationOf(wanted, now);
  if (isRefusal(installation)) return installation;
  // The service makes the first key, not the person who needs it.
  const key = await activeSigningKey({ ...context, actor: undefined }, workspaceId, encryptionKey);
  return context.database.transaction().execute(async (database) => {
    await lockTenant(database, workspaceId, tenantId);
    const signable = await loadSignable(database, workspaceId, wanted, now);
    if (isRefusal(signable)) return signable;
    const { stored, expiresAt } = signable;
    const { productId } = stored;
    const replaced = await lockReplaced(database, workspaceId, wanted);
    if (isRefusal(replaced)) return replaced;
    const { unended, live } = await countUnendedLicenceFiles(
      database,
      workspaceId,
      { tenantId, productId },
      now,
    );
    if (!replaced && live >= maxLiveLicenceFiles) {
      return refuse('licence_file.too_many', { limit: maxLiveLicenceFiles });
    }
    if (unended >= maxUnendedLicenceFiles) {
      return refuse('licence_file.too_many_revoked', { limit: maxUnendedLicenceFiles });
    }
    // The key may have been withdrawn since it was read: what it signs then is worth nothing.
    if (!(await lockActiveKey(database, workspaceId, key.kid))) return refuse('service.unavailable');

    const { afterLicenceEnd } = await loadTokenSettings(database, workspaceId);
    const issuedAt = Math.floor(now.getTime() / 1_000);
    const licenceFileId = timeOrderedId(now, randomBytes);
    const claims = entitlementClaims(stored.facts, now, {
      issuer: issuerOf(publicUrl, workspaceId),
      issuedAt,
      expiresAt: expiresAt.getTime() / 1_000,
      graceSeconds: licenceFileGraceSeconds,
      after: afterLicenceEnd,
      mode: 'Offline',
      bind: installation?.thumbprint,
    });
    if (!claims) return refuse('entitlement.nothing_to_sign');
    const file: StoredLicenceFile = {
      licenceFileId,
      tenantId,
      product,
      productId,
      productName: stored.facts.product.name,
      kid: key.kid,
      version: claims.ver,
      issuedAt: new Date(issuedAt * 1_000),
      issuedBy: actor,
      expiresAt,
      graceSeconds: licenceFileGraceSeconds,
      installation,
      replaces: replaced?.licenceFileId ?? null,
      revokedAt: null,
      revokedBy: null,
      revokeReason: null,
    };
    const token = signCompact({ typ: tokenTypes.entitlement }, { ...claims, jti: licenceFileId }, key);
    const own = { ...context, database };
    if (replaced) await revokeLocked(own, workspaceId, replaced, replacedReason);
    await insertLicenceFile(database, { ...file, workspaceId, token });
    await announceLicenceFile(own, workspaceId, 'licence.issued', file);
    await recordAudit(own, workspaceId, {
      action: 'licence_file.issued',
      subject: { kind: 'Customer', id: tenantId },
      before: null,
      after: auditable(file),
    });
    return file;
  });
}

/** What would be issued, or why nothing would. */
export async function previewLicenceFile(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  workspaceId: string,
  wanted: WantedLicenceFile,
): Promise<Pick<LicenceFile, 'expiresAt' | 'installation'> | Refusal> {
  const installation = installationOf(wanted, now);
  if (isRefusal(installation)) return installation;
  const signable = await loadSignable(database, workspaceId, wanted, now);
  return isRefusal(signable) ? signable : { expiresAt: signable.expiresAt, installation };
}

/** The present entitlement, and the end of a file that states it. */
async function loadSignable(
  database: Database,
  workspaceId: string,
  { product, tenantId, months }: WantedLicenceFile,
  now: Date,
) {
  const stored = await loadEntitlement(database, workspaceId, product, tenantId);
  if (!stored) return refuse('product.not_found', { product });
  const { inForce } = accessAt(stored.facts, now);
  if (inForce.length === 0) return refuse('entitlement.nothing_to_sign');
  const expiresAt = licenceFileEnd(months, contractEnd(inForce), now);
  return isRefusal(expiresAt) ? expiresAt : { stored, expiresAt };
}

/** Puts the file on the revocation list. An installation that never reads the list goes on until the end of its file. */
export async function revokeLicenceFile(
  context: ActionContext,
  workspaceId: string,
  licenceFileId: string,
  reason: string,
): Promise<LicenceFile | Refusal> {
  const issues = revokeReasonIssues(reason);
  if (issues.length > 0) return refuseInvalid(issues);
  return context.database.transaction().execute(async (database) => {
    const file = await lockUnrevoked(database, workspaceId, licenceFileId);
    return isRefusal(file) ? file : revokeLocked({ ...context, database }, workspaceId, file, reason);
  });
}

/** Null: any installation may use the file. */
function installationOf(
  { requestFile, product }: WantedLicenceFile,
  now: Date,
): Installation | null | Refusal {
  return requestFile === undefined ? null : readRequest(requestFile, product, now);
}

/** The installation that has signed the request file. */
function readRequest(text: string, product: string, now: Date): Installation | Refusal {
  const token = text.length > maxRequestFileLength ? undefined : readArmour('REQUEST', text);
  const read = token === undefined ? undefined : readCompact(token, tokenTypes.request);
  return readRequestFile(read ? { kid: read.kid, claims: parsed(read.payload) } : null, {
    product,
    now,
    thumbprintOf,
    isSignedBy: (x) =>
      token !== undefined &&
      verifyCompact(token, tokenTypes.request, { kid: thumbprintOf(x), x }) !== undefined,
  });
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

async function lockReplaced(
  database: Database,
  workspaceId: string,
  { replaces, tenantId, product }: WantedLicenceFile,
): Promise<StoredLicenceFile | undefined | Refusal> {
  if (replaces === undefined) return undefined;
  const file = await lockUnrevoked(database, workspaceId, replaces);
  if (isRefusal(file)) return file;
  const isOther = file.tenantId !== tenantId || file.product !== product;
  return isOther ? refuse('licence_file.not_found') : file;
}

async function lockUnrevoked(
  database: Database,
  workspaceId: string,
  licenceFileId: string,
): Promise<StoredLicenceFile | Refusal> {
  const file = await findLicenceFile(database, workspaceId, licenceFileId, { isLocked: true });
  if (!file) return refuse('licence_file.not_found');
  if (file.revokedAt === null) return file;
  const revokedAt = file.revokedAt.toISOString();
  return refuse('licence_file.already_revoked', { revokedAt });
}

/** In the transaction that has locked the file. */
async function revokeLocked(
  context: ActionContext,
  workspaceId: string,
  file: StoredLicenceFile,
  reason: string,
): Promise<LicenceFile> {
  const { database, now } = context;
  const revokedBy = fileActor(context);
  await markRevoked(database, { workspaceId, licenceFileId: file.licenceFileId }, { revokedBy, reason, now });
  const revoked = { ...file, revokedAt: now, revokedBy, revokeReason: reason };
  // Every node caches the revocation list with the settings of the workspace.
  await announceChanges(database, [{ kind: 'settings', workspaceId }]);
  await announceLicenceFile(context, workspaceId, 'licence.revoked', revoked);
  await recordAudit(context, workspaceId, {
    action: 'licence_file.revoked',
    subject: { kind: 'Customer', id: file.tenantId },
    before: auditable(file),
    after: { ...auditable(file), reason },
  });
  return revoked;
}

function auditable({ licenceFileId, product, expiresAt, installation, replaces }: LicenceFile) {
  return {
    licenceFileId,
    product,
    expiresAt,
    ...(installation && { installation: installation.name }),
    ...(replaces && { replaces }),
  };
}
