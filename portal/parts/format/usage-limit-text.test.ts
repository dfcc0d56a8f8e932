import { expect, it } from 'vitest';
import { type UsageLimit, usageLimitText } from './usage-limit-text.ts';

it.each<[UsageLimit | null, string]>([
  [null, 'None'],
  [{ quantity: 20, per: 'Month', action: 'Deny' }, '20 calls a month'],
  [{ quantity: 1, per: 'Day', action: 'Deny' }, '1 call a day'],
  [{ quantity: 5_000, per: 'Term', action: 'Warn' }, '5,000 calls a term, announced only'],
])('%j is %s', (limit, text) => {
  expect(usageLimitText(limit, 'call')).toBe(text);
});
