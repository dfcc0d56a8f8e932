import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { maxKeyName, readKeyName } from './key-rules.ts';

describe('the name of a key', () => {
  it.each([
    [null, null],
    ['', null],
    [' \t ', null],
    ['Production', 'Production'],
    ['  Region EU ', 'Region EU'],
    ['x'.repeat(maxKeyName), 'x'.repeat(maxKeyName)],
  ])('%j is %j', (text, name) => {
    expect(readKeyName(text)).toBe(name);
  });

  it.each(['x'.repeat(maxKeyName + 1), 'two\nlines', 'a\u0000b'])('refuses %j', (text) => {
    const refusal = readKeyName(text);
    expect(isRefusal(refusal) && refusal.detail).toContain('name must be one line of 1 to 100 characters');
  });
});
