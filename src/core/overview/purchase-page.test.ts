import { expect, it } from 'vitest';
import { purchasePage } from './getting-started.ts';

const target = {
  offerId: 'forum',
  planId: 'team & co',
  landingPageUrl: 'http://127.0.0.1:4000/marketplace/landing/1',
  webhookUrl: 'http://127.0.0.1:4000/api/marketplace/v1/calls/1',
};

it.each([
  ['http://127.0.0.1:4310', 'http://127.0.0.1:4310/'],
  ['http://marketplace:4310/', 'http://marketplace:4310/'],
])('%s is an emulator, whose page is filled in', (marketplaceUrl, page) => {
  const url = new URL(purchasePage({ marketplaceUrl, ...target }) ?? '');
  expect(`${url.origin}${url.pathname}`).toBe(page);
  expect(Object.fromEntries(url.searchParams)).toEqual(target);
});

it.each(['https://marketplaceapi.microsoft.com', 'not an address'])(
  '%s has no such page',
  (marketplaceUrl) => {
    expect(purchasePage({ marketplaceUrl, ...target })).toBeNull();
  },
);
