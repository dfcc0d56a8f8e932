import { expect, it } from 'vitest';
import { daysOf, firstDay } from './ranges.ts';
import { allowanceText, comparedPer, seriesText } from './series-text.ts';

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
  usageLimits: [],
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

function limitPer(per: 'Day' | 'Year') {
  return { setBy: 'Plan' as const, quantity: 5, per, action: 'Deny' as const };
}

it.each([
  [null, null, [], '', undefined],
  [{ quantity: 1_000, per: 'Month' }, null, [], '1,000 included a month', 'Month'],
  [{ quantity: 10, per: 'Term' }, 20, [], '10 included a term, limit of 20', 'Term'],
  [null, 20, [limitPer('Year')], 'limit of 20, usage limit of 5 a year', 'Month'],
  [
    null,
    null,
    [limitPer('Day'), limitPer('Year')],
    'usage limit of 5 a day, usage limit of 5 a year',
    'Year',
  ],
  [null, null, [limitPer('Day')], 'usage limit of 5 a day', undefined],
] as const)('usage is compared with %j, %j, %j', (included, limit, limits, text, per) => {
  const allowance = { included, limit, usageLimits: [...limits] };
  expect([allowanceText(allowance), comparedPer(allowance)]).toEqual([text, per]);
});

it('reads the range from the URL', () => {
  expect(['90', '365', '31', undefined].map(daysOf)).toEqual([90, 365, 30, 30]);
  expect(firstDay(30, new Date('2026-11-30T23:59:59Z'))).toBe('2026-11-01');
});
