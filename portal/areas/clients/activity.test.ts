import { expect, it } from 'vitest';
import { barsOf } from './activity.ts';

const range = { from: '2026-11-14T10:00:00.000Z', until: '2026-11-15T10:00:00.000Z' };

it('groups hours into bars, without a gap', () => {
  const hours = [
    { hour: '2026-11-14T10:00:00.000Z', calls: 5, refused: 1 },
    { hour: '2026-11-14T15:00:00.000Z', calls: 2, refused: 0 },
    { hour: '2026-11-15T09:00:00.000Z', calls: 3, refused: 3 },
  ];
  expect(barsOf({ ...range, hours }, 6)).toEqual([
    { from: '2026-11-14T10:00:00.000Z', answered: 6, refused: 1 },
    { from: '2026-11-14T16:00:00.000Z', answered: 0, refused: 0 },
    { from: '2026-11-14T22:00:00.000Z', answered: 0, refused: 0 },
    { from: '2026-11-15T04:00:00.000Z', answered: 0, refused: 3 },
  ]);
});

it('has a bar for a remainder, and one per hour of a day', () => {
  expect(barsOf({ ...range, hours: [] }, 7)).toHaveLength(4);
  expect(barsOf({ ...range, hours: [] }, 1)).toHaveLength(24);
});
