import { deleteCallsDecidedBefore } from '../../storage/marketplace/calls.ts';
import type { ActionContext } from '../context.ts';

/** A quarter's bill can be looked into. */
const callsLive = 90 * 24 * 3_600_000;
const mostAtOnce = 1_000;

/** Deletes a piece of the marketplace's calls that were decided more than 90 days ago. Returns how many. */
export async function forgetCalls({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return deleteCallsDecidedBefore(database, new Date(now.getTime() - callsLive), mostAtOnce);
}
