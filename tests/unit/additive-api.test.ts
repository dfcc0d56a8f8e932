import { describe, expect, it } from 'vitest';
import { type ApiDocument, apiChanges } from '../support/releases/api-changes.ts';
import type { Schema } from '../support/releases/schema-changes.ts';

const object = (properties: Record<string, Schema>, rest: Schema = {}): Schema => ({
  ...{ type: 'object', properties },
  ...rest,
});
const json = (schema: Schema) => ({ 'application/json': { schema } });
const word = { type: 'string' };

const withRequest = (schema: Schema, rest: object = {}): ApiDocument => ({
  paths: { '/a': { post: { requestBody: { content: json(schema) }, ...rest } } },
});
const withResponse = (schema: Schema): ApiDocument => ({
  paths: { '/a': { get: { responses: { 200: { content: json(schema) } } } } },
});
const withWebhook = (schema: Schema): ApiDocument => ({
  paths: {},
  webhooks: { 'seat.assigned': { post: { requestBody: { content: json(schema) } } } },
});
const withOperation = (operation: object): ApiDocument => ({ paths: { '/a': { get: operation } } });

describe('a request body', () => {
  it.each<[string, Schema, Schema, string[]]>([
    ['a new member', object({ a: word }), object({ a: word, b: word }), []],
    ['a new value', { enum: ['a'] }, { enum: ['a', 'b'] }, []],
    ['a higher limit', { maxLength: 3 }, { maxLength: 4 }, []],
    ['no limit', { maxLength: 3, minimum: 1 }, {}, []],
    ['another alternative', { anyOf: [word] }, { anyOf: [word, { type: 'null' }] }, []],
    ['an alternative to the only type', word, { anyOf: [{ type: 'null' }, word] }, []],
    ['a wider type', { type: 'integer' }, { type: ['number', 'null'] }, []],
    ['an optional member', object({ a: word }, { required: ['a'] }), object({ a: word }), []],
    ['no member', object({ a: word }), object({}), ['.a: the member is gone']],
    [
      'a required new member',
      object({}),
      object({ a: word }, { required: ['a'] }),
      ['.a: the new member is required now'],
    ],
    [
      'a required member',
      object({ a: word }),
      object({ a: word }, { required: ['a'] }),
      ['.a: the member is required now'],
    ],
    ['fewer values', { enum: ['a', 'b'] }, { enum: ['a'] }, [': the list of values was ["a","b"], is ["a"]']],
    ['first values', word, { ...word, enum: ['a'] }, [': the list of values was absent, is ["a"]']],
    ['a lower limit', { maximum: 4 }, { maximum: 3 }, [': maximum was 4, is 3']],
    ['a first limit', {}, { maxItems: 3 }, [': maxItems was absent, is 3']],
    ['a text where an id was', { format: 'uuid' }, { maxLength: 36 }, []],
    ['a text too short for an id', { format: 'uuid' }, { maxLength: 35 }, [': maxLength was absent, is 35']],
    ['a higher least length', { minLength: 1 }, { minLength: 2 }, [': minLength was 1, is 2']],
    ['a pattern', word, { ...word, pattern: '^a$' }, [': pattern was absent, is "^a$"']],
    ['another type', word, { type: 'number' }, [': the type was "string", is "number"']],
    [
      'a narrower type',
      { type: ['string', 'null'] },
      word,
      [': the type was ["string","null"], is "string"'],
    ],
    [
      'one alternative less',
      { anyOf: [word, { type: 'null' }] },
      word,
      [': the type was "null", is "string"'],
    ],
    [
      'no other members',
      object({}),
      object({}, { additionalProperties: false }),
      [': other members are refused now'],
    ],
    [
      'a limit deep inside',
      object({ list: { type: 'array', items: object({ a: { maxLength: 9 } }) } }),
      object({ list: { type: 'array', items: object({ a: { maxLength: 8 } }) } }),
      ['.list[].a: maxLength was 9, is 8'],
    ],
  ])('with %s', (_name, before, after, changes) => {
    expect(apiChanges(withRequest(before), withRequest(after))).toEqual(
      changes.map((change) => `POST /a request${change}`),
    );
  });

  it('that is new or required', () => {
    const none = { paths: { '/a': { post: {} } } };
    const body = (required: boolean) => ({
      paths: { '/a': { post: { requestBody: { required, content: json(word) } } } },
    });
    expect(apiChanges(none, body(false))).toEqual([]);
    expect(apiChanges(none, body(true))).toEqual(['POST /a request: the body is required now']);
    expect(apiChanges(body(false), none)).toEqual(['POST /a request: the type application/json is gone']);
  });
});

/** Each is a response of the API, or a body of a webhook. */
const received: [string, Schema, Schema, string[]][] = [
  ['a new member', object({ a: word }), object({ a: word, b: word }), []],
  [
    'a new member, though others were excluded',
    object({}, { additionalProperties: false }),
    object({ a: word }),
    [],
  ],
  ['a required member', object({ a: word }), object({ a: word }, { required: ['a'] }), []],
  ['fewer values', { enum: ['a', 'b'] }, { enum: ['a'] }, []],
  ['a lower limit', { maxLength: 3 }, { maxLength: 2 }, []],
  ['one alternative less', { anyOf: [word, { type: 'null' }] }, word, []],
  [
    'a list of types in place of alternatives',
    { anyOf: [word, { type: 'null' }] },
    { ...word, type: ['string', 'null'] },
    [],
  ],
  ['no member', object({ a: word }, { required: ['a'] }), object({}), ['.a: the member is gone']],
  [
    'an optional member',
    object({ a: word }, { required: ['a'] }),
    object({ a: word }),
    ['.a: the member may be absent now'],
  ],
  ['a new value', { enum: ['a'] }, { enum: ['a', 'b'] }, [': the list of values was ["a"], is ["a","b"]']],
  ['any value', { ...word, enum: ['a'] }, word, [': the list of values was ["a"], is absent']],
  ['a higher limit', { maxItems: 3 }, { maxItems: 4 }, [': maxItems was 3, is 4']],
  ['no limit', { minimum: 0 }, {}, [': minimum was 0, is absent']],
  ['another format', { ...word, format: 'uuid' }, word, [': format was "uuid", is absent']],
  ['a wider type', word, { type: ['string', 'null'] }, [': the type was "string", is ["string","null"]']],
  ['another alternative', word, { anyOf: [word, { type: 'null' }] }, [': the type was "string", is "null"']],
];

it.each(received)('a response with %s', (_name, before, after, changes) => {
  expect(apiChanges(withResponse(before), withResponse(after))).toEqual(
    changes.map((change) => `GET /a 200${change}`),
  );
});

it.each(received)('a webhook with %s', (_name, before, after, changes) => {
  expect(apiChanges(withWebhook(before), withWebhook(after))).toEqual(
    changes.map((change) => `seat.assigned request${change}`),
  );
});

describe('an operation', () => {
  const query = (rest: object) => ({ in: 'query', name: 'q', schema: word, ...rest });
  it.each<[string, object, object, string[]]>([
    ['a new parameter', {}, { parameters: [query({})] }, []],
    [
      'a required new parameter',
      {},
      { parameters: [query({ required: true })] },
      [' query q: the parameter is required now'],
    ],
    ['no parameter', { parameters: [query({})] }, {}, [' query q: the parameter is gone']],
    [
      'a narrower parameter',
      { parameters: [query({})] },
      { parameters: [query({ schema: { ...word, maxLength: 5 } })] },
      [' query q: maxLength was absent, is 5'],
    ],
    ['another error', { responses: {} }, { responses: { 409: {} } }, []],
    ['another success', { responses: {} }, { responses: { 202: {} } }, [' 202: the response is new']],
    ['no response', { responses: { 404: {} } }, { responses: {} }, [' 404: the response is gone']],
    [
      'no header',
      { responses: { 404: { headers: { ETag: {} } } } },
      { responses: { 404: {} } },
      [' 404: the header ETag is gone'],
    ],
    ['another id', { operationId: 'read' }, { operationId: 'get' }, [': the operation was read, is get']],
    ['another credential', { security: [{ key: [] }] }, { security: [{ key: [] }, { token: [] }] }, []],
    [
      'no credential',
      { security: [{ key: [] }] },
      { security: [{ token: [] }] },
      [': the credential {"key":[]} is refused now'],
    ],
  ])('with %s', (_name, before, after, changes) => {
    expect(apiChanges(withOperation(before), withOperation(after))).toEqual(
      changes.map((change) => `GET /a${change}`),
    );
  });

  it('that is new or gone', () => {
    expect(apiChanges({ paths: {} }, withOperation({}))).toEqual([]);
    expect(apiChanges(withOperation({}), { paths: {} })).toEqual(['GET /a: the operation is gone']);
    expect(apiChanges(withWebhook(word), { paths: {} })).toEqual(['seat.assigned: the operation is gone']);
  });
});

it('follows references', () => {
  const document = (maxLength: number): ApiDocument => ({
    paths: { '/a': { get: { responses: { 404: { $ref: '#/components/responses/Missing' } } } } },
    components: {
      responses: { Missing: { content: json({ $ref: '#/components/schemas/Problem' }) } },
      schemas: { Problem: object({ code: { ...word, maxLength } }) },
    },
  });
  expect(apiChanges(document(3), document(2))).toEqual([]);
  expect(apiChanges(document(3), document(4))).toEqual(['GET /a 404.code: maxLength was 3, is 4']);
});
