import type { Schemas } from '../../api/client.ts';
import type { Tone } from '../../parts/status-badge.tsx';

export type ReportState = Schemas['UsageReport']['state'];

/** Where a report stands, in words for people; those that need somebody come first. */
export const stateLabels: Readonly<Record<ReportState, { readonly name: string; readonly tone: Tone }>> = {
  rejected: { name: 'Rejected', tone: 'bad' },
  expired: { name: 'Expired', tone: 'bad' },
  quantityMismatch: { name: 'Other quantity there', tone: 'bad' },
  retrying: { name: 'Trying again', tone: 'attention' },
  held: { name: 'Held', tone: 'waiting' },
  due: { name: 'Due', tone: 'waiting' },
  claimed: { name: 'Being sent', tone: 'waiting' },
  accepted: { name: 'Accepted', tone: 'good' },
  skipped: { name: 'Skipped', tone: 'over' },
};

export const reportStates = Object.keys(stateLabels) as readonly ReportState[];

/** Whether anything may still become of it. */
export const isUndecided = (state: ReportState): boolean =>
  state === 'held' || state === 'due' || state === 'claimed' || state === 'retrying';

/** What the list can be filtered by. */
export const stateChoices = [
  { value: 'failing', label: 'Failing' },
  ...reportStates.map((value) => ({ value, label: stateLabels[value].name })),
];
