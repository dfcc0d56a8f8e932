import { describe, expect, it } from 'vitest';
import {
  type Aggregation,
  checkMeter,
  type IncludedQuantity,
  isSameMeter,
  type Meter,
  recordsMeter,
  type UsageLimit,
} from './meter.ts';

const events = (aggregation: Aggregation | null, included: IncludedQuantity | null = null): Meter => ({
  ...recordsMeter,
  intake: 'Events',
  aggregation,
  included,
});
const included = (quantity: number) => ({ quantity, per: 'Month' }) as const;
const limit = (quantity: number): UsageLimit => ({ quantity, per: 'Day', action: 'Deny' });
const limited = (aggregation: Aggregation, quantity: number) => ({
  ...events(aggregation),
  limit: limit(quantity),
});
const alerted = (...alertPercents: number[]) => ({ ...events('Sum'), alertPercents });

describe('a meter', () => {
  it.each<[string, Meter, string[]]>([
    ['fed by records', recordsMeter, []],
    ['fed by events', events('Max'), []],
    ['events without an aggregation', events(null), ['aggregation required']],
    ['records with an aggregation', { ...recordsMeter, aggregation: 'Sum' }, ['aggregation intake']],
    ['included in a sum', events('Sum', included(1_000)), []],
    ['included in a count', events('Count', included(0.000001)), []],
    ['included in a maximum', events('Max', included(1)), ['included aggregation']],
    ['included in unique keys', events('Unique', included(1)), ['included aggregation']],
    ['included in records', { ...recordsMeter, included: included(1) }, ['included aggregation']],
    ['nothing included', events('Sum', included(0)), ['included.quantity quantity']],
    ['less than nothing', events('Sum', included(-1)), ['included.quantity quantity']],
    ['seven decimals', events('Sum', included(0.0000001)), ['included.quantity quantity']],
    ['more than any report', events('Sum', included(1_000_000_001)), ['included.quantity quantity']],
    ['a limit of a sum', limited('Sum', 20), []],
    ['a limit of a count', limited('Count', 0.5), []],
    ['a limit of a maximum', limited('Max', 20), ['limit aggregation']],
    ['a limit of records', { ...recordsMeter, limit: limit(20) }, ['limit aggregation']],
    ['a limit of nothing', limited('Sum', 0), ['limit.quantity quantity']],
    ['a negative limit', limited('Sum', -1), ['limit.quantity quantity']],
    ['a limit with seven decimals', limited('Sum', 0.0000001), ['limit.quantity quantity']],
    ['a limit below the included quantity', { ...events('Sum', included(50)), limit: limit(20) }, []],
    ['other alerts', alerted(90, 150), []],
    ['no alerts', alerted(), []],
    ['alerts of a maximum', { ...events('Max'), alertPercents: [90] }, ['alertPercents aggregation']],
    ['descending alerts', alerted(90, 50), ['alertPercents percents']],
    ['the same alert twice', alerted(90, 90), ['alertPercents percents']],
    ['an alert at 0 %', alerted(0), ['alertPercents percents']],
    ['an alert above 1,000 %', alerted(1_001), ['alertPercents percents']],
    ['half a per cent', alerted(0.5), ['alertPercents percents']],
    ['eleven alerts', alerted(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), ['alertPercents percents']],
  ])('%s', (_case, meter, expected) => {
    expect(checkMeter(meter).map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
  });

  it.each<[string, Partial<Meter>, boolean]>([
    ['nothing', {}, true],
    ['the limit', { limit: limit(20) }, false],
    ['the alerts', { alertPercents: [90] }, false],
    ['the included quantity', { included: included(1) }, false],
    ['the aggregation', { aggregation: 'Count' }, false],
  ])('differs in %s', (_case, change, expected) => {
    expect(isSameMeter(events('Sum'), { ...events('Sum'), ...change })).toBe(expected);
  });
});
