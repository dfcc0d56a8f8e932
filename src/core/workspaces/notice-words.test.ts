import { expect, it } from 'vitest';
import { marketplaceActions, marketplaceStatuses } from '../marketplace/fulfilment-service.ts';
import { moveTypes } from '../subscriptions/transition.ts';
import { factInWords } from './notice-words.ts';

it.each([
  ['action', 'ChangeQuantity', 'Seat change (ChangeQuantity)'],
  ['action', 'Upside', 'Upside'],
  ['action', 'constructor', 'constructor'],
  ['status', 'PendingFulfillmentStart', 'not activated (PendingFulfillmentStart)'],
  ['repair', 'receive, activate, changeQuantity', 'recorded, activated, seats changed'],
  ['repair', 'suspend', 'suspended'],
  ['repair', 'anotherMove', 'anotherMove'],
  ['reason', 'Suspended', 'Suspended'],
])('%s %s: %s', (name, fact, words) => {
  expect(factInWords(name, fact)).toBe(words);
});

it.each([
  ['action', marketplaceActions],
  ['status', marketplaceStatuses],
  ['repair', moveTypes],
] as const)('every %s has words', (name, codes) => {
  expect(codes.filter((code) => factInWords(name, code) === code)).toEqual([]);
});
