import { claimDueCalls, type KeptCall } from '../../storage/marketplace/calls.ts';
import type { ActionContext } from '../context.ts';

/** Longer than asking the marketplace all that a call needs takes: a worker that has not settled by then has died. */
const leaseMilliseconds = 2 * 60_000;
const mostAtOnce = 10;

/** Takes calls to apply. Workers in any number of nodes may do this at once; each call goes to one of them. */
export async function claimMarketplaceCalls({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<readonly KeptCall[]> {
  return claimDueCalls(database, now, new Date(now.getTime() + leaseMilliseconds), mostAtOnce);
}
