import { take } from '../../lease.ts';
import type { UsageLeaseTerms, UsageReport } from './report.ts';

/** Leases a report as the SQL of `storage/usage/sending.ts` does; null: it may not be leased. */
export function leaseReport(report: UsageReport, terms: UsageLeaseTerms): UsageReport | null {
  return report.status === 'Pending' && report.hour >= terms.oldestHour ? take(report, terms) : null;
}
