import type { Schemas } from '../../api/client.ts';
import type { Tone } from '../../parts/status-badge.tsx';

export type ReportState = Schemas['UsageReport']['state'];

/** Labels of report states, most urgent first. */
export const stateLabels: Readonly<Record<ReportState, { readonly name: string; readonly tone: Tone }>> = {
  rejected: { name: 'Rejected', tone: 'bad' },
  expired: { name: 'Expired', tone: 'bad' },
  quantityMismatch: { name: 'Quantity mismatch', tone: 'bad' },
  retrying: { name: 'Retrying', tone: 'attention' },
  held: { name: 'On hold', tone: 'waiting' },
  due: { name: 'Due', tone: 'waiting' },
  claimed: { name: 'Sending', tone: 'waiting' },
  accepted: { name: 'Accepted', tone: 'good' },
  skipped: { name: 'Skipped', tone: 'over' },
  notBilled: { name: 'Not billed', tone: 'over' },
};

export const reportStates = Object.keys(stateLabels) as readonly ReportState[];

/** Whether the state can still change. */
export const isUndecided = (state: ReportState): boolean =>
  state === 'held' || state === 'due' || state === 'claimed' || state === 'retrying';

/** Whether the marketplace rejected the hour and still takes it, and it was not reported as another dimension. */
export const mayReportAgain = (
  {
    state,
    expiresAt,
    reportedAs,
  }: { readonly state: ReportState; readonly expiresAt: string; readonly reportedAs: string | null },
  now: Date,
): boolean => state === 'rejected' && reportedAs === null && new Date(expiresAt) >= now;

/** The filter while the URL names none: hours without anything to report are hidden. */
export const usualState = 'notSkipped';

/** The filter options. */
export const stateChoices = [
  { value: usualState, label: 'All but skipped' },
  { value: 'any', label: 'Any state' },
  { value: 'failing', label: 'Failing' },
  ...reportStates.map((value) => ({ value, label: stateLabels[value].name })),
];
