import { expect, it } from 'vitest';
import { keyError } from './key-error.ts';

it.each([
  ['export-to-pdf', null],
  ['auditTrail', null],
  ['api.v2:calls_per_day', null],
  ['', 'Enter the key'],
  ['Export to PDF', expect.stringMatching(/^Use letters and digits/)],
  ['export-', expect.stringMatching(/^Use letters and digits/)],
  ['ärger', expect.stringMatching(/^Use letters and digits/)],
  ['search', 'Another capability has this key'],
])('%j: %s', (key, expected) => {
  expect(keyError(key, ['search'], 'capability')).toEqual(expected);
});
