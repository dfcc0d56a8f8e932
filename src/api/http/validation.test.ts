import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileValidator, issuesFrom, nullRemover } from './validation.ts';

it('compiles a schema without the meta-schema', () => {
  // The meta-schema would refuse this title.
  const schema = { type: 'string', maxLength: 2, title: 5 };
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  expect([validate('ab'), validate('abc')]).toEqual([true, false]);
});

it('names the limit of a text that is too short or too long', () => {
  const schema = { type: 'string', minLength: 2, maxLength: 3 };
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  const rulesOf = (text: string) => (validate(text) ? [] : issuesFrom(validate.errors as never));
  expect(['🙂🙂🙂', 'a', 'abcd'].map(rulesOf)).toEqual([
    [],
    [{ path: '', rule: 'minLength', message: 'must have at least 2 characters' }],
    [{ path: '', rule: 'maxLength', message: 'must have at most 3 characters' }],
  ]);
});

const orNull = Type.Unsafe({ type: ['string', 'null'] });
const schema = Type.Object({
  required: Type.String(),
  optional: Type.Optional(Type.String()),
  meaningful: Type.Optional(orNull),
  either: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  anything: Type.Optional(Type.Unknown()),
  within: Type.Optional(Type.Object({ optional: Type.Optional(Type.Integer()) })),
  list: Type.Optional(Type.Array(Type.Object({ optional: Type.Optional(Type.Boolean()) }))),
  map: Type.Optional(Type.Record(Type.String(), Type.Object({ optional: Type.Optional(Type.Number()) }))),
});

describe('nullRemover', () => {
  it.each<[string, unknown, unknown]>([
    ['an optional member', { optional: null }, {}],
    ['a required one stays, and is refused', { required: null }, { required: null }],
    ['null with a meaning', { meaningful: null, either: null }, { meaningful: null, either: null }],
    ['a member of any type', { anything: null }, { anything: null }],
    ['an object', { within: null }, {}],
    ['within an object', { within: { optional: null } }, { within: {} }],
    ['within a list', { list: [{ optional: null }, null] }, { list: [{}, null] }],
    ['within a map', { map: { a: { optional: null }, b: null } }, { map: { a: {}, b: null } }],
    ['members of other types', { within: 7, list: 'x', map: [] }, { within: 7, list: 'x', map: [] }],
    ['unknown members', { other: null }, { other: null }],
    ['no object', null, null],
    ['a list', [{ optional: null }], [{ optional: null }]],
  ])('removes nulls: %s', (_case, value, expected) => {
    nullRemover(schema)?.(value);
    expect(value).toEqual(expected);
  });

  it('is omitted where every member is required', () => {
    expect(
      nullRemover(Type.Object({ name: Type.String(), days: Type.Array(Type.String()) })),
    ).toBeUndefined();
  });
});
