import { expect, it } from 'vitest';
import { readPurchaseToken } from './arrival.ts';

it.each([
  ['a token', 'aB3/x+y==', 'aB3/x+y=='],
  ['a plus sign that became a blank', 'aB3 x y==', 'aB3+x+y=='],
  ['blanks around it', ' aB3 ', 'aB3'],
  ['an empty token', '', undefined],
  ['only blanks', '  ', undefined],
  ['two tokens', ['a', 'b'], undefined],
  ['no token', undefined, undefined],
  ['characters that a header cannot have', 'tökén', undefined],
  ['a line break', 'a\nb', undefined],
  ['an oversized token', 'a'.repeat(2_049), undefined],
])('reads the arrival: %s', (_case, text, token) => {
  expect(readPurchaseToken(text)).toBe(token);
});
