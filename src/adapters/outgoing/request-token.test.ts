import { describe, expect, it } from 'vitest';
import { readTokenResponse } from './request-token.ts';

describe("a token endpoint's response", () => {
  it.each([
    [400, { error: 'unauthorized_client', error_codes: [700016] }, true],
    [400, { error: 'invalid_resource', error_codes: [500011] }, true],
    [400, {}, false],
  ])('%i %o is a refusal', (status, body, isConfiguration) => {
    expect(readTokenResponse({ status, body })).toMatchObject({
      outcome: 'refused',
      failure: { outcome: 'failure', isConfiguration },
    });
  });

  it.each([
    [400, { error: 'temporarily_unavailable' }],
    [400, { error: 'invalid_request', error_codes: [90033] }],
    [403, undefined],
    [200, undefined],
    [200, {}],
    [200, { access_token: '' }],
    [200, { access_token: 'two\nlines' }],
    [200, { access_token: 't'.repeat(16_385) }],
  ])('%i %o is a transient failure', (status, body) => {
    expect(readTokenResponse({ status, body })).toMatchObject({
      outcome: 'failure',
      retryAfterSeconds: null,
      isConfiguration: false,
    });
  });

  it.each([
    [3599, 3599],
    ['3599', 3599],
    [undefined, 0],
    ['soon', 0],
    [-1, 0],
  ])('is a grant that lives %s', (expires_in, lifetimeSeconds) => {
    const granted = { outcome: 'granted', accessToken: 'token', lifetimeSeconds };
    expect(readTokenResponse({ status: 200, body: { access_token: 'token', expires_in } })).toEqual(granted);
  });
});
