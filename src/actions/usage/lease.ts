import type { LeaseHolder } from '../../core/lease.ts';
import { usageLeaseTerms } from '../../core/usage/report.ts';
import { findReleasableLeases, releaseLease, type UsageQueueAddress } from '../../storage/usage/leases.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { type QueuePosition, takeDueReports } from '../../storage/usage/sending.ts';
import type { ActionContext } from '../context.ts';

/** The id of the lease is chosen before the take: the lease may exist although the response was lost. */
export interface NewLease {
  readonly leaseId: string;
  readonly holder: string;
}

/**
 * Leases the next reports of one connection and freezes their quantities. Safe on any number of nodes at once. A worker
 * that takes repeatedly passes its position in the queue, so that sent reports are not scanned again.
 */
export function takeUsage(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  queue: UsageQueueAddress,
  lease: NewLease,
  limit: number,
  from: QueuePosition | null = null,
): Promise<readonly StoredReport[]> {
  const request = { ...lease, terms: usageLeaseTerms(now), limit, from };
  return database.transaction().execute((transaction) => takeDueReports(transaction, queue, request));
}

const maxReleased = 100;

/** Releases expired leases, and the worker's own leases that it does not work on. Their reports are sent again. */
export async function releaseUsage(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  holder: LeaseHolder,
): Promise<void> {
  for (const lease of await findReleasableLeases(database, holder, now, maxReleased)) {
    await releaseLease(database, lease, holder, now);
  }
}
