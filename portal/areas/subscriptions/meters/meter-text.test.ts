import { expect, it } from 'vitest';
import { meterText } from './meter-text.ts';

const nothing = {
  included: null,
  used: 0,
  remaining: null,
  overage: 0,
  isBilled: true,
  pending: 0,
  reported: 0,
  accepted: 0,
};
const included = { quantity: 100, per: 'Month' as const };

it.each([
  [
    'within the included quantity',
    { ...nothing, included, used: 25, remaining: 75 },
    ['25 of 100 used this month', '25 %: 75 left.', 'Nothing to report yet.', 'good', 25, 0],
  ],
  [
    'sold without a marketplace',
    { ...nothing, included, used: 25, remaining: 75, isBilled: false },
    [
      '25 of 100 used this month',
      '25 %: 75 left.',
      'Counted only: no marketplace bills this subscription.',
      'good',
      25,
      0,
    ],
  ],
  [
    'above 80 %',
    { ...nothing, included, used: 89.5, remaining: 10.5 },
    ['89.5 of 100 used this month', '89.5 %: 10.5 left.', 'Nothing to report yet.', 'attention', 89.5, 0],
  ],
  [
    'above the included quantity',
    { ...nothing, included, used: 125, remaining: 0, overage: 25, pending: 5, reported: 20, accepted: 10 },
    [
      '125 of 100 used this month',
      '125 %: 25 above the included quantity.',
      '20 reported, 10 of it accepted, 5 not reported yet.',
      'attention',
      80,
      20,
    ],
  ],
  [
    'without an included quantity',
    { ...nothing, used: 1234, overage: 1234, reported: 1234, accepted: 1234 },
    [
      '1,234 used',
      'Nothing is included: all usage is reported.',
      '1,234 reported, 1,234 of it accepted.',
      'good',
      undefined,
      undefined,
    ],
  ],
])('usage %s', (_case, meter, expected) => {
  const { headline, detail, reports, tone, bar } = meterText(meter);
  expect([headline, detail, reports, tone, bar?.included, bar?.overage]).toEqual(expected);
});
