import type { TakenUsageFile } from '../../actions/usage/usage-files.ts';
import type { LicenceFile } from '../../core/entitlements/signed/licence-file.ts';
import { isUuid } from '../../core/identifiers.ts';
import type { Database } from '../../storage/database.ts';
import { findLicenceFile, listLicenceFiles } from '../../storage/entitlements/signed/licence-files.ts';
import { listPublicKeys } from '../../storage/entitlements/signed/signing-keys.ts';
import { findUsageFile, type ListedUsageFile, listUsageFiles } from '../../storage/usage/usage-files.ts';
import type { AccountContext } from './account-context.ts';
import { loadAccount, type ShownSubscription } from './account-facts.ts';
import type { AccountArrival } from './account-visit.ts';

/** Shown; the vendor has them all. */
const maxLicenceFiles = 50;
const maxUsageFiles = 20;

/** The files of the customer's installations of a product, newest first. */
export interface AccountFiles {
  readonly licenceFiles: readonly LicenceFile[];
  readonly hasMoreLicenceFiles: boolean;
  readonly usageFiles: readonly ListedUsageFile[];
  /** The usage file that the address names, with what became of its events. */
  readonly uploaded: TakenUsageFile | null;
}

/** The usage file that an address names. */
export interface NamedUpload {
  readonly usageFileId: unknown;
  /** It was uploaded before. */
  readonly isRepeated: boolean;
}

/** Why a file was not issued, revoked or taken. */
export interface RefusedFile {
  readonly form: 'Issue' | 'Revoke' | 'Usage';
  readonly problem: string;
}

/** Null before the workspace has a signing key: no application can verify a licence file then. */
export async function loadAccountFiles(
  database: Database,
  { subscription, product }: Pick<ShownSubscription, 'subscription' | 'product'>,
  { usageFileId, isRepeated }: NamedUpload,
): Promise<AccountFiles | null> {
  const { workspaceId, tenantId } = subscription;
  const filter = { tenantId, product, after: undefined };
  const [keys, files, usageFiles, found] = await Promise.all([
    listPublicKeys(database, workspaceId),
    listLicenceFiles(database, workspaceId, { ...filter, sort: '-issuedAt', limit: maxLicenceFiles + 1 }),
    listUsageFiles(database, workspaceId, { ...filter, sort: '-uploadedAt', limit: maxUsageFiles }),
    typeof usageFileId === 'string' && isUuid(usageFileId)
      ? findUsageFile(database, workspaceId, usageFileId)
      : undefined,
  ]);
  if (keys.length === 0) return null;
  const isOwn = found?.tenantId === tenantId && found.product === product;
  return {
    licenceFiles: files.slice(0, maxLicenceFiles),
    hasMoreLicenceFiles: files.length > maxLicenceFiles,
    usageFiles,
    uploaded: isOwn ? { ...found, isRepeated } : null,
  };
}

/** Undefined: there is no such licence file, or the visitor may not download it. */
export async function findAccountLicenceFile(
  context: AccountContext,
  arrival: AccountArrival,
  { subscriptionId, licenceFileId }: { readonly subscriptionId: string; readonly licenceFileId: string },
): Promise<LicenceFile | undefined> {
  if (!isUuid(subscriptionId) || !isUuid(licenceFileId)) return undefined;
  const [shown] = await loadAccount(context, arrival, subscriptionId);
  if (!shown?.rights.mayLicense) return undefined;
  const { workspaceId, tenantId, productId } = shown.subscription;
  const file = await findLicenceFile(context.database, workspaceId, licenceFileId);
  return file?.tenantId === tenantId && file.productId === productId ? file : undefined;
}
