import { type ConnectionCheck, saveCheck } from '../../storage/marketplace/connection-views.ts';
import type { ActionContext } from '../context.ts';
import type { ConnectionAddress } from './account.ts';

/** Stores the findings of a check for later visits. */
export async function recordConnectionCheck(
  { database }: Pick<ActionContext, 'database'>,
  address: ConnectionAddress,
  check: ConnectionCheck,
): Promise<void> {
  await saveCheck(database, address, check);
}
