import { expect, it } from 'vitest';
import {
  type ReconciliationState,
  type RequestedReconciliation,
  reconciliationState,
} from './reconciliation-state.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const later = new Date('2026-11-15T09:10:00.000Z');
const result = { compared: 3, unreadable: 0, repaired: 1, unrepaired: 0 };
const ended: RequestedReconciliation = { isRequested: false, leasedUntil: null, result, failure: null };
const failure = 'The marketplace answered 403';

it.each<[string, Partial<RequestedReconciliation>, ReconciliationState]>([
  ['nobody has taken it', { isRequested: true }, { state: 'requested' }],
  ['taken', { leasedUntil: later }, { state: 'running' }],
  ['taken before the request', { isRequested: true, leasedUntil: later }, { state: 'running' }],
  ['failed before the request', { isRequested: true, leasedUntil: later, failure }, { state: 'requested' }],
  ['failed', { leasedUntil: later, failure }, { state: 'failed', failure }],
  ['failed long ago', { leasedUntil: now, failure }, { state: 'failed', failure }],
  ['the lease has expired', { leasedUntil: now }, { state: 'abandoned' }],
  ['the lease has expired, requested again', { isRequested: true, leasedUntil: now }, { state: 'requested' }],
  ['ended', {}, { state: 'done', result }],
])('%s', (_case, changes, expected) => {
  expect(reconciliationState({ ...ended, ...changes }, now)).toEqual(expected);
});
