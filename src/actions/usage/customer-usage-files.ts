import type { Refusal } from '../../core/refusal.ts';
import type { ActionContext } from '../context.ts';
import type { Customer } from '../marketplace/account.ts';
import { findLicensed } from '../marketplace/customer-licence-files.ts';
import { type TakenUsageFile, takeUsageFile } from './usage-files.ts';

/** Takes the usage file of an installation of the customer. Undefined: the customer may not. */
export async function takeCustomerUsageFile(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  text: string,
  publicUrl: string,
): Promise<TakenUsageFile | Refusal | undefined> {
  const licensed = await findLicensed(context, customer, subscriptionId);
  return licensed && takeUsageFile(context, licensed.workspaceId, text, publicUrl, licensed);
}
