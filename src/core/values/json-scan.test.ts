import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemTexts, jsonExcess } from './json-scan.ts';

describe('jsonExcess', () => {
  const bounds = { maxValues: 10, maxLevels: 3 };

  it.each<[string, 'values' | 'levels' | undefined]>([
    ['7', undefined],
    ['[1,2,3,4,5,6,7,8,9]', undefined],
    ['[1,2,3,4,5,6,7,8,9,10]', 'values'],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10}', 'values'],
    ['[[],[],[],[],[],[],[]]', 'values'],
    ['[[[1]]]', undefined],
    ['[[[[1]]]]', 'levels'],
    ['[[[1]],[[1]]]', undefined],
    ['{"a":{"b":{"c":{}}}}', 'levels'],
    ['["[[[[,,,,,,,,,,,,"]', undefined],
    ['["\\"[[[[,,,,,,,,,,,,"]', undefined],
    ['["\\\\",[[["a"]]]]', 'levels'],
    ['["\\\\\\"[[[[",1]', undefined],
    ['["\\\\\\\\",[[["a"]]]]', 'levels'],
    ['["",[[["a"]]]]', 'levels'],
    ['["unfinished [[[[[[[[[[[', undefined],
    [' [ 1 , 2 ] ', undefined],
  ])('%s: %s', (text, expected) => {
    expect(jsonExcess(text, bounds)).toBe(expected);
  });

  it('never refuses a value within the bounds, nor accepts one with more values or levels', () => {
    const countOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, item) => sum + countOf(item), 1)
        : 1;
    const levelsOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map(levelsOf))
        : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value, null, 1);
        const [values, levels] = [countOf(value), levelsOf(value)];
        expect(jsonExcess(text, { maxValues: 2 * values, maxLevels: levels })).toBeUndefined();
        if (text.length <= 4) return;
        if (values > 2) expect(jsonExcess(text, { maxValues: 2, maxLevels: 100 })).toBe('values');
        if (levels > 1) expect(jsonExcess(text, { maxValues: 1_000, maxLevels: 1 })).toBe('levels');
      }),
    );
  });
});

describe('itemTexts', () => {
  const read = (text: string) => [...itemTexts(text)].map((item) => JSON.parse(item));

  it('are the items of the list, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 2), (items, indent) => {
        const list = JSON.parse(JSON.stringify(items));
        expect(read(JSON.stringify(items, null, indent))).toEqual(list);
      }),
    );
  });

  it.each(['', '{}', '7', '"[]"', '[1', '1]', '[,]', '[1,]', '[1,,2]', '[1]]', '[[1]', '[1][2]', '["a]'])(
    'no list: %s',
    (text) => {
      expect(() => read(text)).toThrow(SyntaxError);
    },
  );
});
