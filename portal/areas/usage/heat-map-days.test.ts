import { expect, it } from 'vitest';
import { heatMapDays } from './heat-map-days.ts';
import type { HourDimension, UsageHour } from './queries.ts';

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
  quantities: [],
};
const from = '2026-11-14T00:00:00.000Z';
const rows = {
  product: 'aqueduct',
  dimension: 'rows-moved',
  dimensionName: 'Rows moved',
  unit: 'million rows',
};
const calls = { product: 'aqueduct', dimension: 'calls', dimensionName: 'Calls', unit: null };
const mapOf = (
  hours: readonly Partial<UsageHour>[],
  dimensions: readonly HourDimension[] = [],
  withSkipped = true,
) =>
  heatMapDays(
    {
      hours: hours.map((hour) => ({ hour: '2026-11-15T08:00:00.000Z', ...nothing, ...hour })),
      dimensions,
      withSkipped,
    },
    from,
    2,
  );
const daysOf = (...hours: Partial<UsageHour>[]) => mapOf(hours);
const cell = (hour: Partial<UsageHour>) => daysOf(hour)[0]?.cells[8];
const quantityOf = ({ product, dimension }: HourDimension, quantity: number) => ({
  product,
  dimension,
  quantity,
});

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

it('a heat map cell shows the quantity of one dimension, shaded relative to the hour with the most', () => {
  const hours = [0, 1, 26, 100].map((quantity, hour) => ({
    hour: `2026-11-14T0${hour}:00:00.000Z`,
    accepted: 1,
    quantities: [quantityOf(rows, quantity)],
  }));
  const [, day] = mapOf(hours, [rows]);
  expect(day?.cells.slice(0, 5).map((one) => one && [one.level, one.quantity])).toEqual([
    [1, 0],
    [1, 1],
    [2, 26],
    [4, 100],
    null,
  ]);
  expect(day?.cells[3]?.label).toBe('1 accepted; Rows moved (million rows): 100');
});

it('quantities of several dimensions are not added: each has its own scale', () => {
  const hours = [
    {
      hour: '2026-11-14T00:00:00.000Z',
      accepted: 2,
      quantities: [quantityOf(rows, 1), quantityOf(calls, 3_000)],
    },
    { hour: '2026-11-14T01:00:00.000Z', accepted: 1, quantities: [quantityOf(rows, 4)] },
  ];
  const [, day] = mapOf(hours, [rows, calls]);
  expect(day?.cells.slice(0, 2)).toMatchObject([
    { level: 4, quantity: null, label: '2 accepted; Rows moved (million rows): 1; Calls: 3,000' },
    { level: 4, quantity: null, label: '1 accepted; Rows moved (million rows): 4' },
  ]);
});

it('hours with nothing but skipped reports are hidden', () => {
  const [day] = mapOf([{ skipped: 2 }], [], false);
  expect(day?.cells.every((one) => one === null)).toBe(true);
  const [other] = mapOf([{ skipped: 2, held: 1 }], [], false);
  expect(other?.cells[8]).toMatchObject({ label: '1 on hold, 2 skipped' });
});
