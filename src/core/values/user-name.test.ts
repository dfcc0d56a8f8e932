import { expect, it } from 'vitest';
import { foldUserName, isSameUserName } from './user-name.ts';

it.each([
  ['mark@partner.example', 'Mark@PARTNER.example', true],
  ['mark@partner.example', 'mar\u212a@partner.example', false],
  ['SILKE@partner.example', 's\u0131lke@partner.example', false],
  ['i@partner.example', '\u0130@partner.example', false],
  ['беа@partner.example', 'беа@Partner.example', true],
  ['беа@partner.example', 'БЕА@partner.example', false],
  ['mark@partner.example', 'mara@partner.example', false],
])('%s is %s: %s', (one, other, isSame) => {
  expect(isSameUserName(one, other)).toBe(isSame);
});

it('folds ASCII letters only', () => {
  expect(foldUserName('ABC-Ä-\u212a@X')).toBe('abc-Ä-\u212a@x');
});
