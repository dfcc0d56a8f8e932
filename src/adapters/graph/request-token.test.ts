import { describe, expect, it } from 'vitest';
import { readTokenResponse } from '../outgoing/request-token.ts';
import { judgeResponse } from './request-token.ts';

const read = (status: number, body: Record<string, unknown> | undefined) =>
  judgeResponse(readTokenResponse({ status, body }));

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

it('an unreadable answer can be retried, and a grant is passed on', () => {
  expect(read(200, {})).toEqual({ outcome: 'transient', retryAfterSeconds: null });
  expect(read(403, undefined)).toEqual({ outcome: 'transient', retryAfterSeconds: null });
  expect(read(200, { access_token: 'token' })).toMatchObject({ outcome: 'granted', accessToken: 'token' });
});
