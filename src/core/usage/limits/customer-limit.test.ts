import { describe, expect, it } from 'vitest';
import type { LimitPeriod, UsageLimit } from '../../catalogue/meter.ts';
import {
  type CustomerLimit,
  ceilingProblem,
  limitPercent,
  limitsInForce,
  maxSubjects,
  partnersLimit,
  readCeiling,
} from './customer-limit.ts';

const now = new Date('2026-11-18T09:00:00Z');
const later = new Date('2026-11-18T09:00:00.001Z');
const limit = (quantity: number, per: LimitPeriod = 'Month'): UsageLimit => ({
  quantity,
  per,
  action: 'Deny',
});
const own = (setBy: 'Partner' | 'Customer', quantity: number, rest: Partial<CustomerLimit> = {}) => ({
  ...limit(quantity),
  setBy,
  subject: '',
  reason: null,
  endsAt: null,
  setAt: now,
  actor: 'Mara Voss',
  ...rest,
});

describe('the limit of the partner', () => {
  it.each<[string, UsageLimit | null, CustomerLimit[], string | null]>([
    ['none', null, [], null],
    ["the plan's", limit(20), [], '20 Plan'],
    ['a lower one of the customer', limit(20), [own('Partner', 5)], '5 Partner'],
    ['a higher one of the customer', limit(20), [own('Partner', 50)], '50 Partner'],
    ['one of the customer alone', null, [own('Partner', 5)], '5 Partner'],
    ['one that ends later', limit(20), [own('Partner', 5, { endsAt: later })], '5 Partner'],
    ['one that has ended', limit(20), [own('Partner', 5, { endsAt: now })], '20 Plan'],
    ['a ceiling is none', limit(20), [own('Customer', 5)], '20 Plan'],
  ])('%s', (_case, plan, limits, expected) => {
    const found = partnersLimit(plan, limits, now);
    expect(found && `${found.quantity} ${found.setBy}`).toBe(expected);
  });
});

it('ceilings are in force beside the limit of the partner', () => {
  const limits = [
    own('Customer', 1, { subject: 'user-b' }),
    own('Customer', 2, { subject: 'user-a' }),
    own('Customer', 3),
    own('Customer', 4, { subject: 'user-c', endsAt: now }),
    own('Partner', 10),
  ];
  expect(
    limitsInForce(limit(20), limits, now).map(({ setBy, subject, quantity }) => [setBy, subject, quantity]),
  ).toEqual([
    ['Partner', '', 10],
    ['Customer', '', 3],
    ['Customer', 'user-a', 2],
    ['Customer', 'user-b', 1],
  ]);
});

it.each([
  [20, 0, 0],
  [20, 16, 80],
  [3, 2.999999, 99],
  [20, 25, 125],
  [20, -1, 0],
  [0, 0, 100],
])('of %d, %d is %d %%', (quantity, used, percent) => {
  expect(limitPercent(quantity, used)).toBe(percent);
});

describe('a ceiling', () => {
  it.each([
    ['10', 'Month', '', { subject: '', quantity: 10, per: 'Month' }],
    [' 0.5 ', 'Day', ' agent-7 ', { subject: 'agent-7', quantity: 0.5, per: 'Day' }],
    ['0', 'Term', 'x'.repeat(128), { subject: 'x'.repeat(128), quantity: 0, per: 'Term' }],
    ['', 'Month', '', 'Quantity'],
    ['-1', 'Month', '', 'Quantity'],
    ['1e3', 'Month', '', 'Quantity'],
    ['0.0000001', 'Month', '', 'Quantity'],
    ['1000000001', 'Month', '', 'Quantity'],
    ['1', 'Week', '', 'Period'],
    ['1', 'Month', 'x'.repeat(129), 'Subject'],
    ['1', 'Month', 'one\ntwo', 'Subject'],
  ])('is read: %j per %s for %j', (quantity, per, subject, expected) => {
    expect(readCeiling({ quantity, per, subject })).toEqual(expected);
  });

  it.each<[number, LimitPeriod, UsageLimit | null, string | null]>([
    [19, 'Month', limit(20), null],
    [20, 'Month', limit(20), 'NotLower'],
    [21, 'Month', limit(20), 'NotLower'],
    [19, 'Day', limit(20), null],
    [20, 'Day', limit(20), 'NotLower'],
    [500, 'Year', limit(20), null],
    [500, 'Term', limit(20), null],
    [500, 'Year', limit(20, 'Term'), 'NotLower'],
    [500, 'Month', null, null],
  ])('of %d per %s below %j', (quantity, per, partners, expected) => {
    expect(ceilingProblem({ subject: '', quantity, per }, partners, [])).toBe(expected);
  });

  it('has at most 100 subjects; one of them can be changed, and the tenant have one too', () => {
    const many = Array.from({ length: maxSubjects }, (_, index) =>
      own('Customer', 1, { subject: `user-${index}` }),
    );
    const ask = (subject: string) => ceilingProblem({ subject, quantity: 1, per: 'Day' }, null, many);
    expect([ask('another'), ask('user-7'), ask('')]).toEqual(['TooManySubjects', null, null]);
  });
});
