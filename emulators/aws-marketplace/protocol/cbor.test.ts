import { expect, it } from 'vitest';
import { decodeCbor, encodeCbor } from './cbor.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

it.each([
  ['numbers', [0, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_295, 2 ** 40, -1, -500, 1.5, 1e300]],
  ['texts', ['', 'a', 'ä', 'x'.repeat(70_000)]],
  [
    'lists and members',
    { list: Array.from({ length: 30 }, (_, index) => index), none: null, yes: true, no: false },
  ],
  ['times', [new Date('2026-11-15T12:00:00.500Z'), new Date('9999-01-01T00:00:00Z')]],
])('%s come back as they were', (_name, value) => {
  expect(decodeCbor(encodeCbor(value))).toEqual(value);
});

it('leaves out members that are undefined', () => {
  expect(decodeCbor(encodeCbor({ a: undefined, b: 1 }))).toEqual({ b: 1 });
});

it.each([
  ['a map of indefinite length', 'bf 61 61 01 ff', { a: 1 }],
  ['a list of indefinite length', '9f 01 02 ff', [1, 2]],
  ['a text in pieces', '7f 61 61 61 62 ff', 'ab'],
  ['half a float', 'f9 3e00', 1.5],
  ['a small half float', 'f9 0001', 2 ** -24],
  ['a float', 'fa 3fc00000', 1.5],
  ['a long number', '1b 0000010000000000', 2 ** 40],
  ['undefined', 'f7', null],
  ['an unknown tag', 'd8 2a 01', 1],
])('reads %s', (_name, bytes, value) => {
  expect(decodeCbor(hex(bytes))).toEqual(value);
});

it.each([
  ['nothing', ''],
  ['a text that is cut off', '63 61'],
  ['a list that is cut off', '82 01'],
  ['an end without a begin', 'ff'],
  ['a list that ends too early', '82 01 ff'],
  ['a number without a length', '1f'],
  ['an unknown length', '1c'],
  ['two items', '01 02'],
  ['a list in a list in a list…', '81'.repeat(100)],
])('refuses %s', (_name, bytes) => {
  expect(() => decodeCbor(hex(bytes))).toThrow();
});
