import { expect, it } from 'vitest';
import { filterWidth } from './filter-width.ts';

const half = { base: 'calc(50% - 0.375rem)', sm: '10rem' };

it.each([
  ['nothing', undefined, half],
  ['a short choice', 'Active', half],
  ['a choice that just fits', 'x'.repeat(14), half],
  ['a long choice', 'x'.repeat(15), { base: '100%', sm: 'min(100%, max(10rem, 21ch))' }],
])('%s', (_, chosen, width) => {
  expect(filterWidth(chosen, '10rem')).toEqual(width);
});
