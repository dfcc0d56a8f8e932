import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  maxQuantity,
  type Quantity,
  quantityFromText,
  quantityToNumber,
  quantityToText,
  readQuantity,
  WrittenNumber,
  zeroQuantity,
} from './quantity.ts';

const ruleOrMillionths = (value: unknown) => {
  const read = readQuantity(value);
  return typeof read === 'number' ? Number(read) : read.rule;
};

describe('readQuantity, from JSON', () => {
  it.each<[string, number | string]>([
    ['0', 0],
    ['-0', 0],
    ['0.0', 0],
    ['1', 1_000_000],
    ['1.0', 1_000_000],
    ['12.5', 12_500_000],
    ['0.1', 100_000],
    ['0.3', 300_000],
    ['1.005', 1_005_000],
    ['4.35', 4_350_000],
    ['1e3', 1_000_000_000],
    ['1E+3', 1_000_000_000],
    ['1e-6', 1],
    ['0.000001', 1],
    ['1.5e-5', 15],
    ['0.0000010', 1],
    ['1e9', 1_000_000_000_000_000],
    ['1000000000', 1_000_000_000_000_000],
    ['999999999.999999', 999_999_999_999_999],
    ['536870912.000001', 536_870_912_000_001],
    ['123456789.123456', 123_456_789_123_456],

    ['1e-7', 'decimals'],
    ['0.0000001', 'decimals'],
    ['0.0000009', 'decimals'],
    ['0.0000015', 'decimals'],
    ['1.0000001', 'decimals'],
    ['0.1234567', 'decimals'],
    ['999999999.9999999', 'decimals'],
    ['999999999.9999995', 'decimals'],
    ['0.30000000000000004', 'decimals'],
    ['5e-324', 'decimals'],

    ['-0.000001', 'minimum'],
    ['-1', 'minimum'],
    ['-1e-320', 'minimum'],
    ['-1e999', 'minimum'],
    ['1000000000.000001', 'maximum'],
    ['1000000001', 'maximum'],
    ['1e10', 'maximum'],
    ['1e999', 'maximum'],

    ['"1"', 'type'],
    ['"1e3"', 'type'],
    ['true', 'type'],
    ['null', 'type'],
    ['[]', 'type'],
    ['[1]', 'type'],
    ['{}', 'type'],
  ])('%s is %s', (json, expected) => {
    expect(ruleOrMillionths(JSON.parse(json))).toBe(expected);
  });

  it.each<[string, string]>([
    ['1000000000.0000000001', 'decimals'],
    ['0.10000000000000000000001', 'decimals'],
    ['999999999.99999999999999999', 'decimals'],
    ['1e-400', 'decimals'],
    ['-1e-400', 'decimals'],
    ['-1.0000000000000000000001', 'minimum'],
    ['12345678901234567890', 'maximum'],
    ['1e400', 'maximum'],
    ['-1e400', 'minimum'],
  ])('%s, which no double represents, violates %s', (text, rule) => {
    expect(ruleOrMillionths(new WrittenNumber(text))).toBe(rule);
  });

  it.each([[Number.NaN], [undefined], [10n], [new Date(0)]])('%s is not a number', (value) => {
    expect(ruleOrMillionths(value)).toBe('type');
  });
});

it.each<[number, string, string]>([
  [0, '0.000000', '0'],
  [1, '0.000001', '0.000001'],
  [100_000, '0.100000', '0.1'],
  [12_500_000, '12.500000', '12.5'],
  [1_000_000_000_000_000, '1000000000.000000', '1000000000'],
  [999_999_999_999_999, '999999999.999999', '999999999.999999'],
])('%i millionths are %s in the database and %s in JSON', (count, text, json) => {
  const quantity = count as Quantity;
  expect(quantityToText(quantity)).toBe(text);
  expect(quantityFromText(text)).toBe(quantity);
  expect(JSON.stringify(quantityToNumber(quantity))).toBe(json);
});

it.each<[string, number | undefined]>([
  ['7', 7_000_000],
  ['7.5', 7_500_000],
  ['0000000007.5', 7_500_000],
  ['1000000000', 1_000_000_000_000_000],
  ['1000000000.000001', undefined],
  ['9999999999', undefined],
  ['10000000000', undefined],
  ['1.0000000', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1.', undefined],
  ['.5', undefined],
  ['1e3', undefined],
  ['NaN', undefined],
  ['', undefined],
  [' 1', undefined],
])('quantityFromText of "%s" is %s', (text, expected) => {
  expect(quantityFromText(text)).toBe(expected);
});

describe('properties', () => {
  const anyQuantity = fc
    .oneof(
      fc.integer({ min: 0, max: maxQuantity }),
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.integer({ min: maxQuantity - 2_000_000, max: maxQuantity }),
      // Around powers of two, where the spacing of doubles doubles.
      fc
        .record({ power: fc.nat({ max: 29 }), near: fc.integer({ min: -20, max: 20 }) })
        .map(({ power, near }) => {
          return Math.max(0, Math.min(maxQuantity, 2 ** power * 1_000_000 + near));
        }),
    )
    .map((count) => count as Quantity);

  /** Input text built from digits alone: independent of the arithmetic under test. */
  const decimalText = (quantity: Quantity) => {
    const digits = String(quantity).padStart(7, '0');
    return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
  };

  it('JSON text and millionths convert without loss, for any zeros and exponent', () => {
    fc.assert(
      fc.property(anyQuantity, fc.integer({ min: 1, max: 6 }), (quantity, noughts) => {
        const text = decimalText(quantity);
        expect(readQuantity(JSON.parse(text))).toBe(quantity);
        expect(readQuantity(JSON.parse(text + '0'.repeat(noughts)))).toBe(quantity);
        expect(readQuantity(JSON.parse(`${quantity}e-6`))).toBe(quantity);
        expect(readQuantity(JSON.parse(`${quantity}.${'0'.repeat(noughts)}E-0006`))).toBe(quantity);
      }),
    );
  });

  it('JSON output has no floating point errors: the decimal without trailing zeros', () => {
    fc.assert(
      fc.property(anyQuantity, (quantity) => {
        const shortest = decimalText(quantity).replace(/\.?0+$/, '');
        expect(JSON.stringify(quantityToNumber(quantity))).toBe(shortest);
        expect(readQuantity(quantityToNumber(quantity))).toBe(quantity);
      }),
    );
  });

  it('round-trips through the database', () => {
    fc.assert(
      fc.property(anyQuantity, (quantity) => {
        expect(quantityToText(quantity)).toBe(decimalText(quantity));
        expect(quantityFromText(quantityToText(quantity))).toBe(quantity);
      }),
    );
  });

  it('keeps the order, and distinguishes neighbours', () => {
    fc.assert(
      fc.property(anyQuantity, anyQuantity, (one, other) => {
        expect(quantityToNumber(one) < quantityToNumber(other)).toBe(one < other);
        expect(quantityToNumber(one) === quantityToNumber(other)).toBe(one === other);
      }),
    );
    fc.assert(
      fc.property(anyQuantity, (quantity) => {
        if (quantity === maxQuantity) return;
        expect(quantityToNumber((quantity + 1) as Quantity)).toBeGreaterThan(quantityToNumber(quantity));
      }),
    );
  });

  it('refuses a seventh decimal wherever a double can hold one', () => {
    const units = 2 ** 29;
    fc.assert(
      fc.property(anyQuantity, fc.integer({ min: 1, max: 9 }), (any, seventh) => {
        const quantity = (any % (units * 1_000_000)) as Quantity;
        expect(ruleOrMillionths(JSON.parse(`${decimalText(quantity)}${seventh}`))).toBe('decimals');
      }),
    );
  });

  it('accepts a double exactly when its shortest text has at most 6 decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (value) => {
        const decimals = String(value).split('.')[1]?.length ?? 0;
        expect(typeof readQuantity(value) === 'number').toBe(decimals <= 6);
      }),
    );
  });

  it('counts only whole millionths from zero to the maximum', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const read = readQuantity(value);
        if (typeof read !== 'number') return;
        expect(Number.isSafeInteger(read) && !Object.is(read, -0)).toBe(true);
        expect(read).toBeGreaterThanOrEqual(zeroQuantity);
        expect(read).toBeLessThanOrEqual(maxQuantity);
      }),
    );
  });
});
