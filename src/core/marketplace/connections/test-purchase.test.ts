import { expect, it } from 'vitest';
import { testPurchaseUrl } from './test-purchase.ts';

const parameters = {
  clientId: 'c0000000-0000-4000-8000-000000000005',
  landingPageUrl: 'http://127.0.0.1:4000/marketplace/landing/1',
  webhookUrl: 'http://127.0.0.1:4000/api/marketplace/v1/calls/1',
};
const others = ['http://127.0.0.1:4009'];

it.each([
  ['http://127.0.0.1:4005', 'http://127.0.0.1:4005'],
  ['http://127.0.0.1:4005/', 'http://127.0.0.1:4005'],
])('a connection to %s leads to the page of the emulator at %s, filled in', (marketplaceUrl, emulatorUrl) => {
  const url = new URL(testPurchaseUrl({ marketplaceUrl, parameters }, [...others, emulatorUrl]) ?? '');
  expect(`${url.origin}${url.pathname}`).toBe('http://127.0.0.1:4005/');
  expect(Object.fromEntries(url.searchParams)).toEqual(parameters);
});

it.each([
  ['https://marketplaceapi.microsoft.com', ['http://127.0.0.1:4005']],
  ['http://127.0.0.1:3978', ['http://127.0.0.1:4005']],
  ['not an address', ['http://127.0.0.1:4005']],
  [null, ['http://127.0.0.1:4005']],
  ['http://127.0.0.1:4005', []],
])('a connection to %s has no such page where the emulators are %j', (marketplaceUrl, emulatorUrls) => {
  expect(testPurchaseUrl({ marketplaceUrl, parameters }, emulatorUrls)).toBeNull();
});
