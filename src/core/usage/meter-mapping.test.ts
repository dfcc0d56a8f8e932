import { expect, it } from 'vitest';
import { recordsMeter } from '../catalogue/meter.ts';
import type { SwitchedMeter } from '../catalogue/meter-switch.ts';
import { meterOfDimension } from './meter-mapping.ts';

it('a dimension is fed by records unless it has another meter', () => {
  const sum: SwitchedMeter = {
    current: { intake: 'Events', aggregation: 'Sum', included: null },
    previous: null,
  };
  const mapping = {
    sourceName: 'Shop',
    marketplacePlanId: 'basic',
    dimensions: ['calls', 'posts'],
    eventMeters: new Map([['calls', sum]]),
  };
  expect(meterOfDimension(mapping, 'calls')).toBe(sum);
  expect(meterOfDimension(mapping, 'posts')).toEqual({ current: recordsMeter, previous: null });
});
