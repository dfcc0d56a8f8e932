import { claimLeaseFrom } from '../core/usage-report.ts';
import type { StoredReport } from '../storage/usage-reports.ts';
import { claimDueReports } from '../storage/usage-sending.ts';
import type { ActionContext } from './context.ts';

/**
 * Takes the next reports of one connection to send. From here on their quantities are frozen. Senders in any number of
 * nodes may do this at once; each report goes to one of them.
 */
export function claimUsage(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  connection: { readonly workspaceId: string; readonly sourceName: string },
  most: number,
): Promise<readonly StoredReport[]> {
  return claimDueReports(database, connection, { now, until: claimLeaseFrom(now), most });
}
