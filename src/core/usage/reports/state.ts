import { isLeased } from '../../lease.ts';
import type { UsageReport } from './report.ts';

/** The state of a report in the portal: a Pending report is split by what it waits for. */
export const usageStates = {
  held: 'On hold: its quantity can still be replaced.',
  due: 'Waits to be sent.',
  claimed: 'Being sent.',
  retrying: 'Sent without a result; waits for the next attempt.',
  accepted: 'Accepted by the marketplace.',
  quantityMismatch: 'The marketplace has a different quantity.',
  rejected: 'Rejected by the marketplace.',
  expired: 'The 24 hours have passed.',
  skipped: 'The quantity was 0.',
  notBilled: 'Sold without a marketplace: counted, never sent.',
} as const;
export type UsageState = keyof typeof usageStates;

const decidedStates = {
  Accepted: 'accepted',
  QuantityMismatch: 'quantityMismatch',
  Rejected: 'rejected',
  Expired: 'expired',
  Skipped: 'skipped',
  NotBilled: 'notBilled',
} as const;

export function usageStateOf(
  report: Pick<UsageReport, 'status' | 'dueAt' | 'attempts' | 'leasedUntil'>,
  now: Date,
): UsageState {
  if (report.status !== 'Pending') return decidedStates[report.status];
  if (isLeased(report, now)) return 'claimed';
  if (report.dueAt <= now) return 'due';
  return report.attempts === 0 ? 'held' : 'retrying';
}
