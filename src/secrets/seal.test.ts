import { describe, expect, it } from 'vitest';
import { type EncryptionKey, type SealContext, seal, sealHeader, unseal } from './seal.ts';

const bytes = (value: number) => new Uint8Array(32).fill(value);
const key: EncryptionKey = { current: bytes(7), old: [] };
const place: SealContext = { purpose: 'webhook secret', belongsTo: 'w1' };

describe('seal', () => {
  it('round-trips', () => {
    expect(unseal(seal('gèheim', key, place), key, place)).toBe('gèheim');
    expect(unseal(seal('', key, place), key, place)).toBe('');
  });

  it('differs every time, and contains nothing of the text', () => {
    const [one, other] = [seal('secret', key, place), seal('secret', key, place)];
    expect(Buffer.compare(one, other)).not.toBe(0);
    expect(Buffer.from(one).includes('secret')).toBe(false);
  });

  it.each<[string, (sealed: Uint8Array) => string]>([
    ['another key', (sealed) => unseal(sealed, { current: bytes(8), old: [] }, place)],
    ['another place', (sealed) => unseal(sealed, key, { ...place, belongsTo: 'w2' })],
    ['another purpose', (sealed) => unseal(sealed, key, { ...place, purpose: 'cookie' })],
    [
      'a changed text',
      (sealed) => {
        const changed = Buffer.from(sealed);
        changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
        return unseal(changed, key, place);
      },
    ],
    ['half of it', (sealed) => unseal(sealed.subarray(0, 30), key, place)],
    ['nothing but its header', (sealed) => unseal(sealed.subarray(0, 12), key, place)],
    ['no byte', () => unseal(new Uint8Array(), key, place)],
  ])('does not open with %s', (_case, open) => {
    expect(() => open(seal('secret', key, place))).toThrow();
  });

  it('refuses a truncated tag', () => {
    // GCM allows a tag of 12 bytes: without a required length it would be accepted.
    expect(() => unseal(seal('', key, place).subarray(0, 36), key, place)).toThrow();
  });
});

describe('a rotated key', () => {
  const rotated: EncryptionKey = { current: bytes(8), old: [bytes(6), bytes(7)] };

  it('opens secrets of an old key, and seals with the new one', () => {
    expect(unseal(seal('secret', key, place), rotated, place)).toBe('secret');
    const sealed = seal('secret', rotated, place);
    expect(unseal(sealed, { current: bytes(8), old: [] }, place)).toBe('secret');
    expect(() => unseal(sealed, key, place)).toThrow();
  });

  it('is identified by the header', () => {
    const sealed = Buffer.from(seal('secret', key, place));
    expect(sealed.subarray(0, 12)).toEqual(sealHeader(key.current));
    expect(sealHeader(bytes(7))).toEqual(sealHeader(key.current));
    expect(sealHeader(bytes(8))).not.toEqual(sealHeader(key.current));
  });
});
