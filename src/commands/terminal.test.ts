import { expect, it } from 'vitest';
import { printable, tableLines } from './terminal.ts';

it.each([
  ['Contoso', 'Contoso'],
  ['\u{1b}[31mred\u{1b}]0;title\u{7}', '\u{fffd}[31mred\u{fffd}]0;title\u{fffd}'],
  ['two\nlines', 'two lines'],
  ['left\u{202e}right\u{9b}', 'left\u{fffd}right\u{fffd}'],
])('printable makes %j %j', (text, expected) => {
  expect(printable(text)).toBe(expected);
});

const rows = [
  ['11-16 17:00', 'A customer with a long name', 12.5],
  ['11-16 18:00', 'Short', null],
];

it('tableLines cuts nothing where there is no terminal', () => {
  expect(tableLines(['Hour', 'Customer', 'Quantity'], rows, ['Customer'], undefined)).toEqual([
    'Hour         Customer                     Quantity',
    '11-16 17:00  A customer with a long name  12.5',
    '11-16 18:00  Short                        –',
  ]);
});

it('tableLines cuts the flexible columns to fit a terminal', () => {
  const lines = tableLines(['Hour', 'Customer', 'Quantity'], rows, ['Customer'], 36);
  expect(lines[1]).toBe('11-16 17:00  A customer w…  12.5');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(36);
});
