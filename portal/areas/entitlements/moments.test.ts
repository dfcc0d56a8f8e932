import { expect, it } from 'vitest';
import { indexOf, instantsOf } from './moments.ts';

const steps = ['2026-01-09', '2026-01-02', '2026-01-02', '2026-01-01'].map((day) => ({
  recordedAt: `${day}T00:00:00.000Z`,
}));
const instants = instantsOf(steps);

it('lists each time once, oldest first', () => {
  expect(instants).toEqual([
    '2026-01-01T00:00:00.000Z',
    '2026-01-02T00:00:00.000Z',
    '2026-01-09T00:00:00.000Z',
  ]);
});

it.each([
  [undefined, 3],
  ['2026-01-09T00:00:00.000Z', 2],
  ['2026-01-08T23:59:59.999Z', 1],
  ['2026-01-02T00:00:00Z', 1],
  ['2026-01-01T12:00:00.000Z', 0],
  ['2025-12-31T23:59:59.999Z', -1],
])('%s has the index %i', (asOf, place) => {
  expect(indexOf(instants, asOf)).toBe(place);
});
