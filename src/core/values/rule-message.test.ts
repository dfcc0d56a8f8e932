import { describe, expect, it } from 'vitest';
import { ruleMessage } from './rule-message.ts';
import { timestampMessage } from './timestamp.ts';

describe('the message of a broken rule', () => {
  it.each([
    ['required', { missingProperty: 'name' }, 'is required'],
    ['type', { type: 'string' }, 'must be text'],
    ['type', { type: 'integer' }, 'must be a whole number'],
    ['type', { type: 'boolean' }, 'must be true or false'],
    ['type', { type: ['array', 'null'] }, 'must be a list or null'],
    ['type', { type: 'number,null' }, 'must be a number or null'],
    ['enum', { allowedValues: ['Draft', 'Published'] }, 'must be one of: Draft, Published'],
    ['const', { allowedValue: 'secret' }, 'must be secret'],
    ['format', { format: 'uuid' }, 'must be a UUID, such as 0198f6a2-6c1e-7d70-9a53-9e16a1b010a7'],
    ['format', { format: 'date-time' }, timestampMessage],
    ['pattern', { pattern: '\\S' }, 'must not be blank'],
    ['pattern', { pattern: '^[^\\s@]+@[^\\s@]+$' }, 'must be an e-mail address, such as bea@contoso.example'],
    ['minLength', { limit: 1 }, 'must not be empty'],
    ['minLength', { limit: 8 }, 'must have at least 8 characters'],
    ['maxLength', { limit: 200 }, 'must have at most 200 characters'],
    ['minItems', { limit: 1 }, 'must have at least 1 entry'],
    ['maxItems', { limit: 100 }, 'must have at most 100 entries'],
    ['uniqueItems', { i: 1, j: 0 }, 'must not have the same entry twice'],
    ['maxProperties', { limit: 20 }, 'must have at most 20 entries'],
    ['minimum', { comparison: '>=', limit: 0 }, 'must be 0 or more'],
    ['exclusiveMinimum', { comparison: '>', limit: 0 }, 'must be more than 0'],
    ['maximum', { comparison: '<=', limit: 720 }, 'must be 720 or less'],
    ['additionalProperties', { additionalProperty: 'colour' }, 'must not have the member colour'],
    ['anyOf', {}, 'has none of the allowed forms'],
    ['not', {}, 'has members that exclude each other'],
    ['format', { format: 'hostname' }, undefined],
    ['pattern', { pattern: '^x$' }, undefined],
    ['unknown', {}, undefined],
  ])('%s %j: %s', (keyword, params, message) => {
    expect(ruleMessage({ keyword, params })).toBe(message);
  });
});
