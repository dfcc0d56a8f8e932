import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { formErrors, isShownByFields } from './form-errors.ts';

const failed = (...issues: (readonly [path: string, message: string])[]) =>
  new ApiError({
    code: 'request.validation_failed',
    title: '',
    advice: '',
    issues: issues.map(([path, message]) => ({ path, rule: 'any', message })),
  });

it.each([
  [failed(['name', 'is required']), { name: 'Required' }],
  [failed(['name', 'must not be empty']), { name: 'Must not be empty' }],
  [
    failed(['expiresAt', 'is required and must be within 30 days']),
    { expiresAt: 'Required and must be within 30 days' },
  ],
  [
    failed(['scopes.0', 'must be one of: a, b']),
    { scopes: 'Must be one of: a, b', 'scopes.0': 'Must be one of: a, b' },
  ],
  [new Error('offline'), {}],
])('%o has the messages %j', (error, messages) => {
  expect(formErrors(error)).toEqual(messages);
});

it('the form shows what its fields do not', () => {
  expect(isShownByFields(failed(['name', 'is required']), ['name'])).toBe(true);
  expect(isShownByFields(failed(['name', 'is required'], ['other', 'is required']), ['name'])).toBe(false);
});
