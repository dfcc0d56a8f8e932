import { expect, it } from 'vitest';
import { daysUpTo, statusesByDay } from './status-days.ts';

const days = daysUpTo(new Date('2026-03-02T23:59:59.999Z'), 4);

it('status counts per day run back from today, in UTC', () => {
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
});

it('status counts per day add up the changes', () => {
  const figures = statusesByDay(
    [
      { day: '2026-02-27', status: 'Active', change: 3 },
      { day: '2026-02-28', status: 'Active', change: -1 },
      { day: '2026-02-28', status: 'Suspended', change: 1 },
      { day: '2026-03-02', status: 'Pending', change: 1 },
    ],
    days,
  );
  expect(
    figures.map(({ counts }) => [counts.Active, counts.Suspended, counts.Pending, counts.Expired]),
  ).toEqual([
    [3, 0, 0, 0],
    [2, 1, 0, 0],
    [2, 1, 0, 0],
    [2, 1, 1, 0],
  ]);
});
