import { usageLeaseTerms } from '../../core/usage/report.ts';
import { type LeasedReport, leaseDueReports, type QueuePosition } from '../../storage/usage/sending.ts';
import type { ActionContext } from '../context.ts';

/**
 * Leases the next reports of one connection. From here on their quantities are frozen. Senders in any number of nodes may
 * do this at once; each report goes to one of them. A sender that leases repeatedly names its position in the queue, so
 * that the reports it has sent are not scanned again, and the leases it has given up.
 */
export function leaseUsage(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  connection: { readonly workspaceId: string; readonly sourceName: string },
  most: number,
  from: QueuePosition | null = null,
  abandoned: readonly Date[] = [],
): Promise<readonly LeasedReport[]> {
  return leaseDueReports(database, connection, {
    terms: usageLeaseTerms(now, abandoned),
    most,
    from,
  });
}
