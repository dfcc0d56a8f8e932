import { type CustomerCall, saveCalls } from '../../storage/subscriptions/customer-calls.ts';
import type { ActionContext } from '../context.ts';

/** Flushes the calls about customers since the last flush, one statement for each workspace. */
export async function recordCustomerCalls(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  calls: ReadonlyMap<string, readonly CustomerCall[]>,
): Promise<void> {
  for (const [workspaceId, called] of calls) await saveCalls(database, workspaceId, called, now);
}
