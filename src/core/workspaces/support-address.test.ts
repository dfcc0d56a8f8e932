import { expect, it } from 'vitest';
import { readSupportAddresses } from './settings.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@x.example`);

it.each<[string, string[], string[]]>([
  ['none', [], []],
  ['several, in order', ['b@x.example', 'a@x.example'], ['b@x.example', 'a@x.example']],
  ['with blanks around', [' a@x.example '], ['a@x.example']],
  ['one twice', ['A@x.example', 'b@x.example', 'a@X.example'], ['A@x.example', 'b@x.example']],
  ['a tag and dots', ['first.last+tag@mail.x.example'], ['first.last+tag@mail.x.example']],
  ['ten', many(10), many(10)],
])('accepts %s', (_case, written, addresses) => {
  expect(readSupportAddresses(written)).toEqual({ addresses });
});

it.each([
  ['nothing', ''],
  ['a name', 'support'],
  ['two signs', 'a@b@x.example'],
  ['a name with it', 'Support <a@x.example>'],
  ['two in one', 'a@x.example,b@x.example'],
  ['a second header', 'a@x.example\r\nBcc: b@x.example'],
  ['a host without a domain', 'a@localhost'],
  ['a dot at the end', 'a.@x.example'],
  ['a domain that begins with a hyphen', 'a@-x.example'],
  ['letters beyond ASCII', 'a@bücher.example'],
  ['too long', `${'a'.repeat(250)}@x.example`],
])('refuses %s', (_case, address) => {
  expect(readSupportAddresses(['ok@x.example', address])).toEqual({
    issues: [{ path: 'supportAddresses/1', rule: 'email', message: 'must be an e-mail address' }],
  });
});

it('refuses an eleventh address, unless there were as many before', () => {
  expect(readSupportAddresses(many(11))).toMatchObject({ issues: [{ rule: 'maxItems' }] });
  expect(readSupportAddresses(many(12), 12)).toEqual({ addresses: many(12) });
  expect(readSupportAddresses(many(13), 12)).toMatchObject({ issues: [{ rule: 'maxItems' }] });
});
