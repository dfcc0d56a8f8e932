import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArmourKind, armour, readArmour } from './armour.ts';

const anyToken = fc.stringMatching(/^[A-Za-z0-9_-]{1,200}\.[A-Za-z0-9_-]{1,200}\.[A-Za-z0-9_-]{1,90}$/);
const kinds: readonly ArmourKind[] = ['LICENCE', 'REQUEST', 'USAGE'];

describe('a file', () => {
  it('has lines of 64 characters between its marks', () => {
    expect(armour('LICENCE', 'a'.repeat(65))).toBe(
      `-----BEGIN TESSERA LICENCE-----\n${'a'.repeat(64)}\na\n-----END TESSERA LICENCE-----\n`,
    );
  });

  it('gives the token again, whatever the line ends and the space around', () => {
    const anySpace = fc.stringMatching(/^[ \t\r\n]{0,5}$/);
    fc.assert(
      fc.property(anyToken, fc.constantFrom(...kinds), anySpace, anySpace, (token, kind, space, more) => {
        const text = armour(kind, token);
        expect(readArmour(kind, text)).toBe(token);
        expect(readArmour(kind, space + text.replaceAll('\n', `${more}\r\n${space}`) + more)).toBe(token);
        for (const another of kinds) if (another !== kind) expect(readArmour(another, text)).toBeUndefined();
      }),
    );
  });

  const begin = '-----BEGIN TESSERA USAGE-----';
  const end = '-----END TESSERA USAGE-----';

  it.each([
    ['', undefined],
    ['a.b.c', undefined],
    [`${begin}\n${end}`, undefined],
    [`${begin}\na.b.c`, undefined],
    [`a.b.c\n${end}`, undefined],
    [`x\n${begin}\na.b.c\n${end}`, undefined],
    [`${begin}\na b\n${end}`, undefined],
    [`${begin}\nä\n${end}`, undefined],
    [`${begin}\n${begin}\na\n${end}`, undefined],
    [`\uFEFF${begin}\na.b.c\n${end}`, 'a.b.c'],
    [`${begin} a.b.c ${end}`, undefined],
  ])('%j: %s', (text, expected) => {
    expect(readArmour('USAGE', text)).toBe(expected);
  });
});
