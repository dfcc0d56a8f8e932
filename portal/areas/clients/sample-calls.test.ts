import { describe, expect, it } from 'vitest';
import { apiSample } from './sample-calls.ts';

const lumen = { slug: 'lumen', name: 'Lumen' };
const sampled = {
  key: 'tsk_1',
  serviceUrl: 'http://127.0.0.1:4000',
  scopes: ['entitlements:read'],
  product: lumen,
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  now: new Date('2026-11-15T09:30:00Z'),
};

it('the call is about an active customer of the product', () => {
  const sample = apiSample(sampled);
  expect(sample?.calls[0]?.text).toContain(`/api/v1/entitlements/${sampled.tenantId}?product=lumen`);
  expect(sample?.first).toBeUndefined();
});

describe('what to do first', () => {
  it.each([
    ['no active customer', { tenantId: null }, /^Nobody has an active subscription of Lumen yet/, 'lumen'],
    ['no product', { product: null, tenantId: null }, /^First add a product/, null],
  ])('with %s', (_case, changes, text, product) => {
    expect(apiSample({ ...sampled, ...changes })?.first).toEqual({
      text: expect.stringMatching(text),
      product,
    });
  });

  it('nothing, where the call reads the catalogue', () => {
    expect(apiSample({ ...sampled, scopes: ['catalogue:read'], tenantId: null })?.first).toBeUndefined();
  });
});
