import { claimLeaseFrom } from '../../core/usage/report.ts';
import { type ClaimedReport, claimDueReports, type QueuePosition } from '../../storage/usage/sending.ts';
import type { ActionContext } from '../context.ts';

/**
 * Takes the next reports of one connection to send. From here on their quantities are frozen. Senders in any number of
 * nodes may do this at once; each report goes to one of them. Whoever claims again and again says how far through the
 * queue it has come, instead of passing over all that it has sent already, and which leases it has given up.
 */
export function claimUsage(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  connection: { readonly workspaceId: string; readonly sourceName: string },
  most: number,
  from: QueuePosition | null = null,
  abandoned: readonly Date[] = [],
): Promise<readonly ClaimedReport[]> {
  return claimDueReports(database, connection, { now, until: claimLeaseFrom(now), most, from, abandoned });
}
