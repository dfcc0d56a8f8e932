import { expect, it } from 'vitest';
import { compileValidator } from './validation.ts';

it('compiles a schema without the meta-schema', () => {
  // The meta-schema would refuse this title.
  const schema = { type: 'string', maxLength: 2, title: 5 };
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  expect([validate('ab'), validate('abc')]).toEqual([true, false]);
});
