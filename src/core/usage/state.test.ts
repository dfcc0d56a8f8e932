import { expect, it } from 'vitest';
import { usageStateOf } from './state.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const later = new Date(now.getTime() + 1);

it.each([
  ['held', { status: 'Pending', dueAt: later, claims: 0, claimedUntil: null }],
  ['due', { status: 'Pending', dueAt: now, claims: 0, claimedUntil: null }],
  ['due', { status: 'Pending', dueAt: now, claims: 1, claimedUntil: now }],
  ['claimed', { status: 'Pending', dueAt: now, claims: 1, claimedUntil: later }],
  ['retrying', { status: 'Pending', dueAt: later, claims: 1, claimedUntil: null }],
  ['accepted', { status: 'Accepted', dueAt: now, claims: 1, claimedUntil: null }],
  ['quantityMismatch', { status: 'QuantityMismatch', dueAt: now, claims: 1, claimedUntil: null }],
  ['rejected', { status: 'Rejected', dueAt: now, claims: 1, claimedUntil: null }],
  ['expired', { status: 'Expired', dueAt: now, claims: 0, claimedUntil: null }],
  ['skipped', { status: 'Skipped', dueAt: later, claims: 0, claimedUntil: null }],
] as const)('%s: %j', (state, report) => {
  expect(usageStateOf(report, now)).toBe(state);
});
