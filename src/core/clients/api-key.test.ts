import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyIdOf, makeApiKey } from './api-key.ts';

const bytes = (fill: number) => (count: number) => new Uint8Array(count).fill(fill);

describe('makeApiKey', () => {
  it('concatenates prefix, key id, secret and checksum', () => {
    const key = makeApiKey(bytes(7));
    expect(key.text).toMatch(/^tsk_[0-9A-Za-z]{11}_[0-9A-Za-z]{49}$/);
    expect(key.text.split('_')[1]).toBe(key.keyId);
  });

  it.each([0, 255])('has the same length for bytes of %i', (fill) => {
    expect(makeApiKey(bytes(fill)).text).toHaveLength(65);
  });

  it('encodes all 32 bytes of the secret without collisions', () => {
    const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(secret, secret, (one, other) => {
        const textOf = (bytes: Uint8Array) =>
          makeApiKey((count) => (count === 32 ? bytes : new Uint8Array(count))).text;
        expect(textOf(one) === textOf(other)).toBe(Buffer.compare(one, other) === 0);
      }),
    );
  });
});

describe('keyIdOf', () => {
  const key = makeApiKey(bytes(42));

  it('returns the key id of a valid key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 40, maxLength: 40 }), (random) => {
        const made = makeApiKey((count) => random.subarray(0, count));
        expect(keyIdOf(made.text)).toBe(made.keyId);
      }),
    );
  });

  it('accepts a key under its own prefix only', () => {
    const account = makeApiKey(bytes(42), 'tsa');
    expect(account.text).toMatch(/^tsa_[0-9A-Za-z]{11}_[0-9A-Za-z]{49}$/);
    expect(keyIdOf(account.text, 'tsa')).toBe(account.keyId);
    expect(keyIdOf(account.text)).toBeUndefined();
    expect(keyIdOf(key.text, 'tsa')).toBeUndefined();
    expect(keyIdOf(key.text.replace('tsk_', 'tsa_'), 'tsa')).toBeUndefined();
  });

  it('refuses a key with any one character changed', () => {
    for (let index = 0; index < key.text.length; index++) {
      const other = key.text[index] === 'x' ? 'y' : 'x';
      const mistyped = key.text.slice(0, index) + other + key.text.slice(index + 1);
      expect(keyIdOf(mistyped), mistyped).toBeUndefined();
    }
  });

  it('refuses a key with two neighbouring characters swapped', () => {
    for (let index = 4; index < key.text.length - 1; index++) {
      const [one, two] = [key.text[index], key.text[index + 1]];
      if (one === two) continue;
      expect(keyIdOf(key.text.slice(0, index) + two + one + key.text.slice(index + 2))).toBeUndefined();
    }
  });

  it.each([
    ['nothing', ''],
    ['another prefix', key.text.replace('tsk_', 'tsx_')],
    ['a blank behind it', `${key.text} `],
    ['a line break behind it', `${key.text}\n`],
    ['a shorter one', key.text.slice(0, -1)],
    ['a longer one', `${key.text}0`],
  ])('refuses a key with %s', (_case, text) => {
    expect(keyIdOf(text)).toBeUndefined();
  });
});
