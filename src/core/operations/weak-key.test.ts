import { expect, it } from 'vitest';
import { demoKeyText, isDemoKey, isWeakKey } from './unsafe-settings.ts';

const bytes = (byteAt: (index: number) => number) =>
  Uint8Array.from({ length: 32 }, (_, index) => byteAt(index));

it.each([
  ['zeroes', bytes(() => 0), true],
  ['one byte repeated', bytes(() => 0xa5), true],
  ['a short pattern', bytes((index) => index % 4), true],
  ['a sequence', bytes((index) => index), true],
  ['a sequence downwards', bytes((index) => 255 - 3 * index), true],
  [
    'random bytes',
    Uint8Array.from(atob('9p7hL1zq0mJr5T0cP8yqf2bX3uVd6wKsE4nGjAoYt1I='), (char) => char.charCodeAt(0)),
    false,
  ],
])('the weakness check recognises %s', (_, key, isWeak) => {
  expect(isWeakKey(key)).toBe(isWeak);
});

it.each([
  [demoKeyText, true],
  ['another key of thirty-two bytes.', false],
])('%j is the key of the demo: %s', (text, isOfDemo) => {
  expect(isDemoKey(new TextEncoder().encode(text))).toBe(isOfDemo);
});
