import { expect, it } from 'vitest';
import { readPurchaseToken } from './arrival.ts';

it.each([
  ['a token', 'aB3/x+y==', 'aB3/x+y=='],
  ['a plus sign that became a blank', 'aB3 x y==', 'aB3+x+y=='],
  ['blanks around it', ' aB3 ', 'aB3'],
  ['nothing', '', undefined],
  ['blanks alone', '  ', undefined],
  ['two of them', ['a', 'b'], undefined],
  ['none', undefined, undefined],
  ['letters that no header carries', 'tökén', undefined],
  ['a line break', 'a\nb', undefined],
  ['far too much', 'a'.repeat(2_049), undefined],
])('reads the arrival: %s', (_case, text, token) => {
  expect(readPurchaseToken(text)).toBe(token);
});
