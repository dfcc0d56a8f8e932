import { expect, it } from 'vitest';
import { usageStateOf } from './state.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const later = new Date(now.getTime() + 1);

it.each([
  ['held', { status: 'Pending', dueAt: later, attempts: 0, leasedUntil: null }],
  ['due', { status: 'Pending', dueAt: now, attempts: 0, leasedUntil: null }],
  ['due', { status: 'Pending', dueAt: now, attempts: 1, leasedUntil: now }],
  ['claimed', { status: 'Pending', dueAt: now, attempts: 1, leasedUntil: later }],
  ['retrying', { status: 'Pending', dueAt: later, attempts: 1, leasedUntil: null }],
  ['accepted', { status: 'Accepted', dueAt: now, attempts: 1, leasedUntil: null }],
  ['quantityMismatch', { status: 'QuantityMismatch', dueAt: now, attempts: 1, leasedUntil: null }],
  ['rejected', { status: 'Rejected', dueAt: now, attempts: 1, leasedUntil: null }],
  ['expired', { status: 'Expired', dueAt: now, attempts: 0, leasedUntil: null }],
  ['skipped', { status: 'Skipped', dueAt: later, attempts: 0, leasedUntil: null }],
  ['notBilled', { status: 'NotBilled', dueAt: later, attempts: 0, leasedUntil: null }],
] as const)('%s: %j', (state, report) => {
  expect(usageStateOf(report, now)).toBe(state);
});
