import { isHeld, type UsageReport } from './report.ts';

/** Where a report stands, in one word: one that is undecided by what it waits for. */
export const usageStates = {
  held: 'Can still be replaced: the hold is not over.',
  due: 'Waits for a sender.',
  claimed: 'A sender has it.',
  retrying: 'Was sent, brought no answer, and waits for the next try.',
  accepted: 'By the marketplace.',
  quantityMismatch: 'The marketplace holds another quantity.',
  rejected: 'By the marketplace.',
  expired: 'The 24 hours have passed.',
  skipped: 'The quantity was 0.',
} as const;
export type UsageState = keyof typeof usageStates;

const decidedStates = {
  Accepted: 'accepted',
  QuantityMismatch: 'quantityMismatch',
  Rejected: 'rejected',
  Expired: 'expired',
  Skipped: 'skipped',
} as const;

export function usageStateOf(
  report: Pick<UsageReport, 'status' | 'dueAt' | 'claims' | 'claimedUntil'>,
  now: Date,
): UsageState {
  if (report.status !== 'Pending') return decidedStates[report.status];
  if (isHeld(report, now)) return 'claimed';
  if (report.dueAt <= now) return 'due';
  return report.claims === 0 ? 'held' : 'retrying';
}
