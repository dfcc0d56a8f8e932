import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/support/any-character.ts';
import { asOneLine, hasAtLeast, hasAtMost, isName, isStorable, nameIssues, unstorableText } from './text.ts';

describe('isStorable', () => {
  it.each<[string, string, boolean]>([
    ['nothing', '', true],
    ['letters', 'Contoso', true],
    ['other control characters', '\u0001\t\n\u007f', true],
    ['a surrogate pair', 'a 🙂 b', true],
    ['two pairs side by side', '🙂🙂', true],
    ['the replacement character', '\ufffd', true],
    ['NUL', '\0', false],
    ['NUL within', 'a\0b', false],
    ['a high surrogate alone', 'a\ud83d', false],
    ['a high surrogate before a letter', '\ud83da', false],
    ['a low surrogate alone', '\ude42', false],
    ['a pair the wrong way round', '\ude42\ud83d', false],
    ['a pair and another half', '🙂\ude42', false],
  ])('decides for %s', (_case, text, expected) => {
    expect(isStorable(text)).toBe(expected);
  });

  it('accepts exactly the strings that survive UTF-8 and contain no NUL', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
        (text) => {
          const survives = new TextDecoder().decode(new TextEncoder().encode(text)) === text;
          expect(isStorable(text)).toBe((survives || text.startsWith('\ufeff')) && !text.includes('\0'));
        },
      ),
    );
  });
});

describe('isName', () => {
  it.each<[string, string, boolean]>([
    ['letters', 'Contoso', true],
    ['other scripts', 'קונטוסו ش كونتوسو', true],
    ['emoji of several code points', 'Team 👩‍💻', true],
    ['the longest', 'x'.repeat(200), true],
    ['too long', 'x'.repeat(201), false],
    ['nothing', '', false],
    ['blanks', ' \u00a0 ', false],
    ['a line feed', 'Contoso\nYour invoice is overdue', false],
    ['a carriage return', 'Contoso\rB', false],
    ['a tab', 'A\tB', false],
    ['a next-line control', 'A\u0085B', false],
    ['a line separator', 'A\u2028B', false],
    ['a paragraph separator', 'A\u2029B', false],
    ['an override of direction', 'moc.elpmaxe\u202e', false],
    ['an isolate of direction', 'A\u2066B\u2069', false],
    ['a mark of direction', 'A\u200fB', false],
    ['an Arabic letter mark', 'A\u061cB', false],
    ['half a surrogate pair', 'A\ud83d', false],
  ])('decides for %s', (_case, text, expected) => {
    expect(isName(text)).toBe(expected);
    expect(nameIssues('name', text)).toHaveLength(expected ? 0 : 1);
  });

  it('is what is left of any text as one line, unless nothing is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const line = asOneLine(text);
        expect(line === '' || isName(line, Number.MAX_SAFE_INTEGER)).toBe(true);
      }),
    );
  });
});

describe('unstorableText', () => {
  it.each<[string, unknown, string[]]>([
    ['a clean body', { name: 'Contoso', list: ['a', { b: null }], count: 1 }, []],
    ['a text', 'a\0', ['']],
    ['a member', { name: 'a\0' }, ['name']],
    ['within lists', { list: ['a', { b: ['\ud800'] }] }, ['list.1.b.0']],
    ['the name of a member', { limits: { 'a\0': 1 } }, ['limits.a\0']],
    ['several, in order', { a: '\0', b: { c: '\0' }, d: '\0' }, ['a', 'b.c', 'd']],
  ])('finds %s', (_case, value, expected) => {
    expect(unstorableText(value).map(({ path }) => path)).toEqual(expected);
  });

  it('names a long member once it is shortened', () => {
    const [issue] = unstorableText({ ['x'.repeat(1_000_000)]: { a: { b: '\0' } } });
    expect(issue?.path).toBe('x'.repeat(1_000));
  });

  it('stops at a hundred', () => {
    expect(unstorableText(Array(1_000).fill('\0'))).toHaveLength(100);
  });

  it('reads values nested deeper than the call stack', () => {
    let deep: unknown = '\0';
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(unstorableText(deep)).toHaveLength(1);
  });
});

describe('lengths count characters', () => {
  it.each<[string, number]>([
    ['', 0],
    ['a', 1],
    ['abc', 3],
    ['é漢', 2],
    ['🙂', 1],
    ['🙂🙂🙂', 3],
    ['a🙂', 2],
    ['\ud83d', 1],
  ])('%j has %i', (text, length) => {
    for (const limit of [0, 1, 2, 3, 4]) {
      expect([hasAtMost(text, limit), hasAtLeast(text, limit)]).toEqual([length <= limit, length >= limit]);
    }
  });
});
