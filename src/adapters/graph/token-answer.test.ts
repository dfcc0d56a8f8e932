import { describe, expect, it } from 'vitest';
import { readTokenAnswer } from './token-answer.ts';

const read = (status: number, body: Record<string, unknown> | undefined) =>
  readTokenAnswer({ outcome: 'answered', status, body });

describe('a refusal of the token endpoint', () => {
  it.each([
    [401, 'invalid_client', [7000215], 'not-configured'],
    [401, 'invalid_client', [7000222], 'not-configured'],
    [401, 'invalid_client', [7000218], 'not-configured'],
    [401, 'invalid_client', undefined, 'not-configured'],
    [401, 'invalid_client', [1], 'not-configured'],
    [400, 'unauthorized_client', [700016], 'consent-missing'],
    [400, 'unauthorized_client', [7000112], 'consent-missing'],
    [400, 'invalid_grant', [65001], 'consent-missing'],
    [400, undefined, [90094], 'consent-missing'],
    [400, 'invalid_request', [90002], 'consent-missing'],
    [400, 'invalid_request', [900023], 'consent-missing'],
    [400, 'invalid_resource', [500011], 'consent-missing'],
    [400, 'invalid_request', [900144], 'not-configured'],
    [400, 'temporarily_unavailable', undefined, 'transient'],
    [400, 'invalid_request', [90055], 'transient'],
    [400, undefined, [90024], 'transient'],
    [400, undefined, [1, 90033], 'transient'],
    [400, 'something_new', [1], 'not-understood'],
    [400, 'constructor', ['constructor'], 'not-understood'],
    [400, { odd: true }, 'odd', 'not-understood'],
  ])('%i %s %o is %s', (status, error, error_codes, outcome) => {
    expect(read(status, { error, error_codes }).outcome).toBe(outcome);
  });
});

describe('a grant of the token endpoint', () => {
  it.each([
    [3599, 3599],
    ['3599', 3599],
    [undefined, 0],
    ['soon', 0],
    [-1, 0],
  ])('that lives %s', (expires_in, lifetimeSeconds) => {
    const granted = { outcome: 'granted', accessToken: 'token', lifetimeSeconds };
    expect(read(200, { access_token: 'token', expires_in })).toEqual(granted);
  });

  it("without a token, or a proxy's page, is no grant", () => {
    const transient = { outcome: 'transient', retryAfter: null };
    expect(read(200, {})).toEqual(transient);
    expect(read(200, { access_token: '' })).toEqual(transient);
    expect(read(200, undefined)).toEqual(transient);
    expect(read(403, undefined)).toEqual(transient);
  });
});
