import { expect, it } from 'vitest';
import { plainArray } from './plain-array.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const later = new Date('2026-11-15T09:00:00.001Z');

it.each([
  [[], '{}'],
  [[1, null, -2], '{1,null,-2}'],
  [['a0000000-0000-4000-8000-000000000001', 'Pending'], '{a0000000-0000-4000-8000-000000000001,Pending}'],
  [
    [now, now, null, later, now],
    '{2026-11-15T09:00:00.000Z,2026-11-15T09:00:00.000Z,null,2026-11-15T09:00:00.001Z,2026-11-15T09:00:00.000Z}',
  ],
])('%j is %s', (values, text) => {
  expect(plainArray(values)).toBe(text);
});
