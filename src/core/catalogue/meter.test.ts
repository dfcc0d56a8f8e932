import { describe, expect, it } from 'vitest';
import { type Aggregation, checkMeter, type IncludedQuantity, type Meter, recordsMeter } from './meter.ts';

const events = (aggregation: Aggregation | null, included: IncludedQuantity | null = null): Meter => ({
  intake: 'Events',
  aggregation,
  included,
});
const included = (quantity: number) => ({ quantity, per: 'Month' }) as const;

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
  ])('%s', (_case, meter, expected) => {
    expect(checkMeter(meter).map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
  });
});
