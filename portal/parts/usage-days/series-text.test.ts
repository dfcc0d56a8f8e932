import { expect, it } from 'vitest';
import { daysOf, firstDay } from './ranges.ts';
import { allowanceText, seriesText } from './series-text.ts';

const series = {
  product: 'aqueduct',
  productName: 'Aqueduct',
  dimension: 'rows-moved',
  name: 'Rows moved',
  unit: 'million rows',
  subscriptions: 1,
  total: 1_012.5,
  included: null,
  limit: null,
  days: [
    { day: '2026-11-13', quantity: 12.5, periodTotal: null },
    { day: '2026-11-14', quantity: 1_000, periodTotal: null },
    { day: '2026-11-15', quantity: 0, periodTotal: null },
  ],
};

it('says in words what the chart shows', () => {
  expect(seriesText(series)).toBe(
    'Rows moved (million rows): 1,012.5 in 3 days; most on 2026-11-14 with 1,000',
  );
  const idle = { ...series, unit: null, total: 0, days: series.days.slice(2), limit: 500 };
  expect(seriesText(idle)).toBe('Rows moved: 0 in 1 day; limit of 500');
});

it.each([
  [{ included: null, limit: null }, ''],
  [{ included: { quantity: 1_000, per: 'Month' as const }, limit: null }, '1,000 included a month'],
  [{ included: { quantity: 10, per: 'Term' as const }, limit: 20 }, '10 included a term, limit of 20'],
])('names what usage is compared with: %j', (allowance, text) => {
  expect(allowanceText(allowance)).toBe(text);
});

it('reads the range from the URL', () => {
  expect(['90', '365', '31', undefined].map(daysOf)).toEqual([90, 365, 30, 30]);
  expect(firstDay(30, new Date('2026-11-30T23:59:59Z'))).toBe('2026-11-01');
});
