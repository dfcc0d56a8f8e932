import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDescending, placeFromText, placeToText, sortKey, sortsBy, type ValueType } from './list-order.ts';

const id = randomUUID();
const text = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

it('names each key in both directions', () => {
  expect(sortsBy(['name', 'createdAt'])).toEqual(['name', '-name', 'createdAt', '-createdAt']);
  expect([sortKey('-name'), sortKey('name')]).toEqual(['name', 'name']);
  expect([isDescending('-name'), isDescending('name')]).toEqual([true, false]);
});

describe('the place of a row', () => {
  it('is the id alone where ids give the order', () => {
    expect(placeToText({ id })).toBe(id);
    expect(placeFromText(id, { idType: 'uuid', valueType: undefined })).toEqual({ id });
    expect(placeFromText('forum', { idType: 'text', valueType: undefined })).toEqual({ id: 'forum' });
  });

  it('keeps every text', () => {
    const value = fc
      .string({ unit: 'grapheme', maxLength: 200 })
      .filter((one) => placeFromText(text(one, id), { idType: 'uuid', valueType: 'text' }) !== undefined);
    fc.assert(
      fc.property(value, (one) => {
        const place = { id, value: one };
        const read = placeFromText(placeToText(place), { idType: 'uuid', valueType: 'text' });
        expect(read).toEqual(place);
      }),
    );
  });

  it.each<[string, ValueType]>([
    ['Zoë', 'text'],
    ['2026-11-15T09:00:00.000Z', 'timestamptz'],
    ['-infinity', 'timestamptz'],
    ['infinity', 'timestamptz'],
    ['12.5', 'numeric'],
    ['-3', 'numeric'],
  ])('reads %s as %s', (value, valueType) => {
    expect(placeFromText(text(value, id), { idType: 'uuid', valueType })).toEqual({ id, value });
  });

  it.each<[string, string, ValueType | undefined]>([
    ['a text that is no id', 'forum', undefined],
    ['an id in the order of a value', id, 'text'],
    ['no JSON', Buffer.from('{').toString('base64url'), 'text'],
    ['a value that is no text', text(1, id), 'text'],
    ['a value with a NUL', text('a\0', id), 'text'],
    ['another part', text('a', id, 'b'), 'text'],
    ['no id', text('a', 'b'), 'text'],
    ['a time that is none', text('yesterday', id), 'timestamptz'],
    ['a number that is none', text('1e9', id), 'numeric'],
    ['a place of another order', text('Contoso', id), 'timestamptz'],
  ])('refuses %s', (_, written, valueType) => {
    expect(placeFromText(written, { idType: 'uuid', valueType })).toBeUndefined();
  });
});
