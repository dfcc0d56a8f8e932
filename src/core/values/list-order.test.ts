import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isDescending,
  type PlaceColumn,
  placeFromText,
  placeToText,
  sortKey,
  sortsBy,
} from './list-order.ts';

const id = randomUUID();
const text = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
const byId: readonly PlaceColumn[] = [{ type: 'uuid' }];
const by = (type: PlaceColumn['type']): readonly PlaceColumn[] => [{ type }, ...byId];

it('names each key in both directions', () => {
  expect(sortsBy(['name', 'createdAt'])).toEqual(['name', '-name', 'createdAt', '-createdAt']);
  expect([sortKey('-name'), sortKey('name')]).toEqual(['name', 'name']);
  expect([isDescending('-name'), isDescending('name')]).toEqual([true, false]);
});

describe('the place of a row', () => {
  it('is the id alone where ids give the order', () => {
    expect(placeToText([id])).toBe(id);
    expect(placeFromText(id, byId)).toEqual([id]);
    expect(placeFromText('forum', [{ type: 'text' }])).toEqual(['forum']);
  });

  it('keeps every text', () => {
    const value = fc
      .string({ unit: 'grapheme', maxLength: 200 })
      .filter((one) => placeFromText(text(one, id), by('text')) !== undefined);
    fc.assert(
      fc.property(value, (one) => {
        expect(placeFromText(placeToText([one, id]), by('text'))).toEqual([one, id]);
      }),
    );
  });

  it.each<[string, PlaceColumn['type']]>([
    ['Zoë', 'text'],
    ['2026-11-15T09:00:00.000Z', 'timestamptz'],
    ['-infinity', 'timestamptz'],
    ['infinity', 'timestamptz'],
    ['2026-11-15', 'date'],
    ['12.5', 'numeric'],
    ['-3', 'numeric'],
    ['3', 'integer'],
    [id, 'uuid'],
  ])('reads %s as %s', (value, type) => {
    expect(placeFromText(text(value, id), by(type))).toEqual([value, id]);
  });

  it('may have no value in a nullable column', () => {
    const columns = [{ type: 'text', isNullable: true }, ...byId] as const;
    expect(placeFromText(placeToText([null, id]), columns)).toEqual([null, id]);
    expect(placeFromText(text('a', null), columns)).toBeUndefined();
    // An id alone is a place of another order, not one without a value.
    expect(placeFromText(id, columns)).toBeUndefined();
  });

  it.each<[string, string, readonly PlaceColumn[]]>([
    ['a text that is no id', 'forum', byId],
    ['an id in the order of a value', id, by('text')],
    ['no JSON', Buffer.from('{').toString('base64url'), by('text')],
    ['no list', Buffer.from('{"length":2}').toString('base64url'), by('text')],
    ['a value that is no text', text(1, id), by('text')],
    ['no value', text(null, id), by('text')],
    ['a value with a NUL', text('a\0', id), by('text')],
    ['another part', text('a', id, 'b'), by('text')],
    ['no id', text('a', 'b'), by('text')],
    ['an invalid time', text('yesterday', id), by('timestamptz')],
    ['an invalid day', text('2026-02-30', id), by('date')],
    ['an invalid number', text('1e9', id), by('numeric')],
    ['an invalid integer', text('-1', id), by('integer')],
    ['a place of another order', text('Contoso', id), by('timestamptz')],
  ])('refuses %s', (_, written, columns) => {
    expect(placeFromText(written, columns)).toBeUndefined();
  });
});
