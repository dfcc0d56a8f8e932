import { expect, it } from 'vitest';
import { stateOf } from './application-state.ts';

const now = new Date('2026-11-15T12:00:00Z');
const later = '2026-11-15T12:00:01Z';

it.each([
  ['Active', 0, later, 'Active'],
  ['Active', 0, '2026-11-01T00:00:00Z', 'Active'],
  ['PendingVerification', 0, later, 'Pending'],
  ['PendingVerification', 9, later, 'Pending'],
  ['PendingVerification', 0, '2026-11-15T12:00:00Z', 'Expired'],
  ['PendingVerification', 10, later, 'Failed'],
  ['PendingVerification', 10, '2026-11-01T00:00:00Z', 'Failed'],
] as const)(
  '%s, %i failed attempts, challenge until %s: %s',
  (status, wrongTries, challengeExpiresAt, state) => {
    expect(stateOf({ status, wrongTries, challengeExpiresAt }, now)).toBe(state);
  },
);
