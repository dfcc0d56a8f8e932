import { describe, expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = new Uint8Array(32).fill(7);

describe('seal', () => {
  it('gives back what was sealed', () => {
    expect(unseal(seal('gèheim', key, 'w1'), key, 'w1')).toBe('gèheim');
    expect(unseal(seal('', key, 'w1'), key, 'w1')).toBe('');
  });

  it('never looks the same twice, and shows nothing', () => {
    const [one, other] = [seal('secret', key, 'w1'), seal('secret', key, 'w1')];
    expect(Buffer.compare(one, other)).not.toBe(0);
    expect(Buffer.from(one).includes('secret')).toBe(false);
  });

  it.each([
    ['another key', (sealed: Uint8Array) => unseal(sealed, new Uint8Array(32).fill(8), 'w1')],
    ['another place', (sealed: Uint8Array) => unseal(sealed, key, 'w2')],
    [
      'a changed text',
      (sealed: Uint8Array) => {
        const changed = Buffer.from(sealed);
        changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
        return unseal(changed, key, 'w1');
      },
    ],
    ['half of it', (sealed: Uint8Array) => unseal(sealed.subarray(0, 20), key, 'w1')],
  ])('does not open with %s', (_case, open) => {
    expect(() => open(seal('secret', key, 'w1'))).toThrow();
  });
});
