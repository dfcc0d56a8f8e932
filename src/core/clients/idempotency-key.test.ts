import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { readIdempotencyKey } from './idempotency-key.ts';

const refused = Symbol('refused');
const read = (header: string | undefined) => {
  const key = readIdempotencyKey(header);
  return isRefusal(key) ? refused : key;
};

describe('readIdempotencyKey', () => {
  it.each<[string, string | undefined, string | null | symbol]>([
    ['absent', undefined, null],
    ['bare', '8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['quoted', '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['one character', 'x', 'x'],
    ['one character, quoted', '"x"', 'x'],
    ['255 characters', 'x'.repeat(255), 'x'.repeat(255)],
    ['255 characters, quoted', `"${'x'.repeat(255)}"`, 'x'.repeat(255)],
    ['255 quotes, quoted', `"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
    ['with blanks within', 'a key', 'a key'],
    ['with blanks around', '  key\t', 'key'],
    ['a quoted blank', '" "', ' '],
    ['an escaped quote', '"a\\"b"', 'a"b'],
    ['an escaped backslash', '"a\\\\b"', 'a\\b'],
    ['a bare backslash', 'a\\b', 'a\\b'],
    ['a quote within', 'a"b', 'a"b'],
    ['a quote at the end', 'a"', 'a"'],

    ['empty', '', refused],
    ['blank', '   ', refused],
    ['quoted nothing', '""', refused],
    ['256 characters', 'x'.repeat(256), refused],
    ['256 characters, quoted', `"${'x'.repeat(256)}"`, refused],
    ['never closed', '"key', refused],
    ['closed by an escaped quote', '"key\\"', refused],
    ['a quote alone', '"', refused],
    ['an unknown escape', '"a\\n"', refused],
    ['an unescaped quote within', '"a"b"', refused],
    ['two of them', '"a", "b"', refused],
    ['with a parameter', '"a";b=1', refused],
    ['a tab within', 'a\tb', refused],
    ['a control character', 'a\u0000b', refused],
    ['a control character, quoted', '"a\u007fb"', refused],
    ['a line break, quoted', '"a\nb"', refused],
    ['not ASCII', 'clé', refused],
    ['not ASCII, quoted', '"clé"', refused],
  ])('parses %s', (_case, header, expected) => {
    expect(read(header)).toBe(expected);
  });

  it('names the position of the error', () => {
    expect(readIdempotencyKey('')).toMatchObject({
      code: 'request.validation_failed',
      args: { issues: [{ path: 'Idempotency-Key', rule: 'format' }] },
    });
  });

  it('parses every quoted key that it wrote', () => {
    const anyKey = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 255 });
    fc.assert(
      fc.property(anyKey, (key) => {
        expect(read(`"${key.replace(/["\\]/g, '\\$&')}"`)).toBe(key);
        if (key === key.trim() && !key.startsWith('"')) expect(read(key)).toBe(key);
      }),
    );
  });
});
