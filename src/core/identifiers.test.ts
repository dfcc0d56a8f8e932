import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSlug, isUuid, lowestIdAt, timeOrderedId, timeOrderedIdsAt } from './identifiers.ts';

describe('timeOrderedId', () => {
  const randomBytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
  const moment = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });

  it('is a UUID of version 7', () => {
    fc.assert(
      fc.property(moment, randomBytes, (now, random) => {
        const id = timeOrderedId(now, () => random);
        expect(isUuid(id)).toBe(true);
        expect(id).toMatch(/^.{14}7.{4}[89ab]/);
      }),
    );
  });

  it('sorts by creation time', () => {
    fc.assert(
      fc.property(moment, moment, randomBytes, randomBytes, (a, b, random, other) => {
        fc.pre(a.getTime() !== b.getTime());
        const isEarlier = timeOrderedId(a, () => random) < timeOrderedId(b, () => other);
        expect(isEarlier).toBe(a < b);
      }),
    );
  });

  it('lies between the lowest id of its millisecond and that of the next', () => {
    fc.assert(
      fc.property(moment, randomBytes, (now, random) => {
        const id = timeOrderedId(now, () => random);
        expect(lowestIdAt(now) <= id).toBe(true);
        expect(id < lowestIdAt(new Date(now.getTime() + 1))).toBe(true);
      }),
    );
  });

  it('differs within one millisecond', () => {
    const now = new Date('2026-11-15T09:00:00.000Z');
    const ids = Array.from({ length: 256 }, (_, last) =>
      timeOrderedId(now, (count) => Uint8Array.from({ length: count }, (_, at) => (at === 8 ? last : 0))),
    );
    expect(new Set(ids).size).toBe(256);
  });

  it('is the same for several instants at once', () => {
    const instants = [0, 5, 5].map((later) => new Date(1_794_000_000_000 + later));
    const bytes = Uint8Array.from({ length: 30 }, (_, index) => index * 7);
    const each = instants.map((at, index) => timeOrderedId(at, () => bytes.subarray(index * 10)));
    expect(timeOrderedIdsAt(instants, () => bytes)).toEqual(each);
    expect(new Set(each).size).toBe(3);
  });
});

describe('isUuid', () => {
  it.each([
    ['a0000000-0000-4000-8000-000000000001', true],
    ['A0000000-0000-4000-8000-00000000000F', true],
    ['a0000000-0000-4000-8000-00000000000', false],
    ['a0000000-0000-4000-8000-0000000000011', false],
    ['g0000000-0000-4000-8000-000000000001', false],
    ['a0000000000040008000000000000001', false],
    ['urn:uuid:a0000000-0000-4000-8000-000000000001', false],
    ['{a0000000-0000-4000-8000-000000000001}', false],
    ['a0000000-0000-4000-8000-000000000001\n', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isUuid(text)).toBe(expected);
  });
});

describe('isSlug', () => {
  it.each([
    ['aqueduct', true],
    ['basic-2023', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['', false],
    ['Aqueduct', false],
    ['two--hyphens', false],
    ['-first', false],
    ['last-', false],
    ['with blank', false],
    ['nul\0', false],
    ['line\n', false],
  ])('%j: %s', (text, expected) => {
    expect(isSlug(text)).toBe(expected);
  });
});
