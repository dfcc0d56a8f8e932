import { activeSigningKey, openSigningKey } from '../../../../actions/entitlements/signed/signing-keys.ts';
import { issuerOf, licenceFileGraceSeconds } from '../../../../core/entitlements/signed/claims.ts';
import { listPublicKeys, listRevokedFiles } from '../../../../storage/entitlements/signed/signing-keys.ts';
import { findTokenSettings } from '../../../../storage/workspaces/workspaces.ts';
import type { ApiContext } from '../../../context.ts';
import { WorkspaceSigning } from './workspace-signing.ts';

export type SigningContext = Pick<
  ApiContext,
  'clock' | 'database' | 'encryptionKey' | 'publicUrl' | 'randomBytes' | 'signing' | 'writes'
>;

/** Undefined: there is no such workspace. */
export async function findSigning(
  context: SigningContext,
  workspaceId: string,
): Promise<WorkspaceSigning | undefined> {
  return (
    context.signing.peek(workspaceId) ??
    context.signing.read(workspaceId, () => loadSigning(context, workspaceId))
  );
}

/** With a key: the first is made when it is needed. */
export async function signingWithKey(
  context: SigningContext,
  workspaceId: string,
): Promise<WorkspaceSigning | undefined> {
  const found = await findSigning(context, workspaceId);
  if (!found || found.active) return found;
  const { writes, clock, randomBytes, encryptionKey } = context;
  await activeSigningKey({ database: writes, now: clock.now(), randomBytes }, workspaceId, encryptionKey);
  context.signing.evict(workspaceId);
  return findSigning(context, workspaceId);
}

/** The signed revocation list; undefined for a workspace that does not exist or has signed nothing. */
export async function findRevocationList(
  context: SigningContext,
  workspaceId: string,
): Promise<string | undefined> {
  const signing = await findSigning(context, workspaceId);
  const now = context.clock.now();
  const expireAfter = new Date(now.getTime() - licenceFileGraceSeconds * 1_000);
  const list = await signing?.revocationList(issuerOf(context.publicUrl, workspaceId), now, () =>
    listRevokedFiles(context.database, workspaceId, expireAfter),
  );
  if (signing && list !== undefined) context.signing.weighAgain(signing);
  return list;
}

async function loadSigning(
  { database, encryptionKey }: SigningContext,
  workspaceId: string,
): Promise<WorkspaceSigning | undefined> {
  const [settings, keys] = await Promise.all([
    findTokenSettings(database, workspaceId),
    listPublicKeys(database, workspaceId),
  ]);
  if (!settings) return undefined;
  const [active = null] = keys.flatMap(({ kid, sealedPrivate }) =>
    sealedPrivate ? [openSigningKey({ workspaceId, kid, sealedPrivate }, encryptionKey)] : [],
  );
  return new WorkspaceSigning(workspaceId, settings, keys, active);
}
