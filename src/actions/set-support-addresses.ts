import { type Refusal, refuseInvalid } from '../core/refusal.ts';
import { readSupportAddresses } from '../core/support-address.ts';
import { updateSupportAddresses } from '../storage/workspaces.ts';
import type { ActionContext } from './context.ts';

/** Whom notices are mailed to from the next digest on; none: they stay in the inbox. */
export async function setSupportAddresses(
  { database }: Pick<ActionContext, 'database'>,
  workspaceId: string,
  written: readonly string[],
): Promise<readonly string[] | Refusal> {
  const read = readSupportAddresses(written);
  if ('issues' in read) return refuseInvalid(read.issues);
  await updateSupportAddresses(database, workspaceId, read.addresses);
  return read.addresses;
}
