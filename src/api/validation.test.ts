import { expect, it } from 'vitest';
import { compileValidator, issuesFrom } from './validation.ts';

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
