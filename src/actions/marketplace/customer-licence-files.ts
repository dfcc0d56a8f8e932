import type { LicenceFile } from '../../core/entitlements/signed/licence-file.ts';
import { isUuid } from '../../core/identifiers.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { findLicenceFile } from '../../storage/entitlements/signed/licence-files.ts';
import type { ActionContext } from '../context.ts';
import {
  issueLicenceFile,
  revokeLicenceFile,
  type Signing,
  type WantedLicenceFile,
} from '../entitlements/signed/licence-files.ts';
import { type Customer, lockAccount } from './account.ts';

/** What a customer's files are for. */
export interface LicensedProduct extends Pick<Subscription, 'workspaceId' | 'tenantId' | 'productId'> {
  /** Slug. */
  readonly product: string;
}

/** Decides anew whether the customer has files of the product that was subscribed to. Undefined: they may not. */
export async function findLicensed(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
): Promise<LicensedProduct | undefined> {
  return context.database.transaction().execute(async (database) => {
    const account = await lockAccount({ ...context, database }, customer, subscriptionId);
    if (!account?.rights.mayLicense) return undefined;
    const { workspaceId, tenantId, productId } = account.subscription;
    return { workspaceId, tenantId, productId, product: account.product };
  });
}

/** Issues a licence file for an installation of the customer. Undefined: the customer may not. */
export async function issueCustomerLicenceFile(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  wanted: Pick<WantedLicenceFile, 'months' | 'requestFile' | 'replaces'>,
  signing: Signing,
): Promise<LicenceFile | Refusal | undefined> {
  const licensed = await findLicensed(context, customer, subscriptionId);
  if (!licensed) return undefined;
  const { workspaceId, tenantId, product } = licensed;
  if (wanted.replaces !== undefined && !isUuid(wanted.replaces)) return refuse('licence_file.not_found');
  return issueLicenceFile(context, workspaceId, { tenantId, product, ...wanted }, signing);
}

/** Undefined: the customer may not, or has no such file. */
export async function revokeCustomerLicenceFile(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  { licenceFileId, reason }: { readonly licenceFileId: string; readonly reason: string },
): Promise<LicenceFile | Refusal | undefined> {
  const licensed = await findLicensed(context, customer, subscriptionId);
  if (!licensed || !isUuid(licenceFileId)) return undefined;
  const { workspaceId, tenantId, productId } = licensed;
  const file = await findLicenceFile(context.database, workspaceId, licenceFileId);
  if (file?.tenantId !== tenantId || file.productId !== productId) return undefined;
  return revokeLicenceFile(context, workspaceId, licenceFileId, reason);
}
