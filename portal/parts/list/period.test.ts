import { expect, it } from 'vitest';
import { rangeOf } from './period.ts';

const now = new Date('2026-11-16T09:42:10Z');
const from = '2026-11-01T00:00:00.000Z';

it.each([
  [{}, {}],
  [{ period: '7' }, { from: '2026-11-09T09:00:00.000Z' }],
  [{ period: '7', until: from }, { from: '2026-11-09T09:00:00.000Z' }],
  [{ period: 'custom' }, { from: undefined, until: undefined }],
  [
    { period: 'custom', from },
    { from, until: undefined },
  ],
  [{ from }, { from, until: undefined }],
  [{ period: 'nonsense' }, {}],
])('%j is the range %j', (chosen, range) => {
  expect(rangeOf(chosen, now)).toEqual(range);
});
