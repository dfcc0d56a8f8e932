import { expect, it } from 'vitest';
import { refuse } from '../../refusal.ts';
import { fileProblemText } from './file-problem.ts';

it.each([
  [
    refuse('licence_file.past_contract_end', {
      contractEndsAt: '2026-12-31T00:00:00.000Z',
      maximumMonths: 1,
    }),
    'Your subscription ends on 31 December 2026 and does not renew itself. Choose at most 1 month.',
  ],
  [refuse('licence_file.too_many', { limit: 1_000 }), /^At most 1000 licence files/],
  [refuse('licence_file.too_many_revoked', { limit: 5_000 }), /at most 5000 may not have ended/],
  [refuse('licence_file.request_invalid', { check: 'Key' }, 'The file has no key.'), 'The file has no key.'],
  [
    refuse('licence_file.months_out_of_range', { minimum: 1, maximum: 13 }),
    'Issue the licence file for 1 to 13 months.',
  ],
  [refuse('service.unavailable'), 'Try again in a few seconds.'],
])('%j', (refusal, text) => {
  expect(fileProblemText(refusal)).toMatch(text);
});
