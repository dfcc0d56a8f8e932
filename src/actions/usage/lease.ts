import type { LeaseHolder } from '../../core/lease.ts';
import { usageLeaseTerms } from '../../core/usage/report.ts';
import { findReleasableLeases, releaseLease, type UsageQueueAddress } from '../../storage/usage/leases.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { type QueuePosition, takeDueReports } from '../../storage/usage/sending.ts';
import type { ActionContext } from '../context.ts';

/** The lease that a take makes, named before: it may exist although no answer was heard. */
export interface NewLease {
  readonly leaseId: string;
  readonly holder: string;
}

/**
 * Leases the next reports of one connection. From here on their quantities are frozen. Senders in any number of nodes may
 * do this at once; each report goes to one of them. A sender that takes repeatedly names its position in the queue, so
 * that the reports it has sent are not scanned again.
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

/** Ends leases that have lapsed, and those of the worker that it does not work on. Their reports are sent again. */
export async function releaseUsage(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  holder: LeaseHolder,
): Promise<void> {
  for (const lease of await findReleasableLeases(database, holder, now, maxReleased)) {
    await releaseLease(database, lease, holder, now);
  }
}
