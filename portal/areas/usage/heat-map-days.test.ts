import { expect, it } from 'vitest';
import { heatMapDays } from './heat-map-days.ts';
import type { UsageHour } from './queries.ts';

const nothing = {
  held: 0,
  due: 0,
  claimed: 0,
  retrying: 0,
  accepted: 0,
  quantityMismatch: 0,
  rejected: 0,
  expired: 0,
  skipped: 0,
  notBilled: 0,
  failing: 0,
};
const from = '2026-11-14T00:00:00.000Z';
const daysOf = (...hours: Partial<UsageHour>[]) =>
  heatMapDays(
    hours.map((hour) => ({ hour: '2026-11-15T08:00:00.000Z', ...nothing, ...hour })),
    from,
    2,
  );
const cell = (hour: Partial<UsageHour>) => daysOf(hour)[0]?.cells[8];

it('the heat map has every hour of every day, newest day first', () => {
  const days = daysOf({ hour: '2026-11-14T23:00:00.000Z', accepted: 1 });
  expect(days.map(({ day }) => day.slice(0, 10))).toEqual(['2026-11-15', '2026-11-14']);
  expect(days.map(({ cells }) => cells.length)).toEqual([24, 24]);
  expect(days[0]?.cells.every((one) => one === null)).toBe(true);
  expect(days[1]?.cells[23]).toMatchObject({ until: '2026-11-15T00:00:00.000Z', label: '1 accepted' });
});

it.each([
  ['good', { accepted: 3 }, '3 accepted'],
  ['waiting', { accepted: 3, held: 1 }, '1 on hold, 3 accepted'],
  ['attention', { retrying: 1, held: 1 }, '1 retrying, 1 on hold'],
  ['bad', { accepted: 3, rejected: 1 }, '1 rejected, 3 accepted'],
  ['bad', { retrying: 2, failing: 1 }, '2 retrying, 1 of them failing'],
  ['over', { skipped: 2 }, '2 skipped'],
] as const)('a heat map cell is %s with %j', (tone, hour, label) => {
  expect(cell(hour)).toMatchObject({ tone, label });
});

it('a heat map cell is shaded relative to the hour with the most reports', () => {
  const [, day] = daysOf(
    ...[1, 26, 100].map((accepted, hour) => ({ hour: `2026-11-14T0${hour}:00:00.000Z`, accepted })),
  );
  expect(day?.cells.slice(0, 4).map((one) => one?.level)).toEqual([1, 2, 4, undefined]);
});
