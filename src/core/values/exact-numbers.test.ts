import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxLongNumbers, putInexactNumbers, takeInexactNumbers } from './exact-numbers.ts';
import { WrittenNumber } from './quantity.ts';

function parse(text: string): unknown {
  const json = takeInexactNumbers(text);
  if (!json) throw new Error('Too many long numbers');
  return putInexactNumbers(JSON.parse(json.text), json);
}

const written = (text: string) => new WrittenNumber(text);

describe('numbers of a JSON text', () => {
  it.each<[string, unknown]>([
    ['[1]', 1],
    ['[-0.5]', -0.5],
    ['[1e3]', 1000],
    ['[1E+3]', 1000],
    ['[12.5000000000000000000]', 12.5],
    ['[0.00001250000000000000000E+6]', 12.5],
    ['[0.000000000000000000]', 0],
    ['[0e99999]', 0],
    ['[999999999.999999]', 999_999_999.999999],
    ['[9007199254740993]', written('9007199254740993')],
    ['[12.50000000000000000000001]', written('12.50000000000000000000001')],
    ['[1e400]', written('1e400')],
    ['[-1e400]', written('-1e400')],
    ['[1e-400]', written('1e-400')],
    ['[-2e300]', written('-2e300')],
    [`[1${'0'.repeat(100)}]`, written(`1${'0'.repeat(100)}`)],
  ])('%s', (text, expected) => {
    expect(parse(text)).toEqual([expected]);
  });

  it('are exact at any depth, and text and names are left alone', () => {
    const text = '{"1e400":["1e400,:1e400",{"a":[[1e400, 1e-400 ]]}],"b\\"":"\\",1e400"}';
    expect(parse(text)).toEqual({
      '1e400': ['1e400,:1e400', { a: [[written('1e400'), written('1e-400')]] }],
      'b"': '",1e400',
    });
  });

  it('are not mistaken for placeholders', () => {
    expect(parse('[-1e300,1e400,-2e300,-3e300]')).toEqual(
      ['-1e300', '1e400', '-2e300', '-3e300'].map(written),
    );
  });

  it.each(['[1e400.]', '[1e400', '[--1e400]', '[01e400]', '[1e400e4]', '[.1e400]', '[1e400 1e400]'])(
    'does not make JSON of %s',
    (text) => {
      expect(() => parse(text)).toThrow(SyntaxError);
    },
  );

  it.each(['1e2', '12345678901234567', '1.000000000000000000'])(
    'like %s are limited, and short ones are not',
    (number) => {
      const listOf = (count: number) =>
        `[${`${number},`.repeat(count - 1)}${number},${'1.5,'.repeat(5_000)}0]`;
      expect(takeInexactNumbers(listOf(maxLongNumbers))).toBeDefined();
      expect(takeInexactNumbers(listOf(maxLongNumbers + 1))).toBeUndefined();
    },
  );

  it('of any value are those of the parser, outside the range of placeholders', () => {
    const expected = (_name: string, value: unknown) =>
      typeof value === 'number' && value <= -1e300 ? written(String(value)) : value;
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify([value, 1e21], null, indent);
        expect(parse(text)).toEqual(JSON.parse(text, expected));
      }),
    );
  });
});
