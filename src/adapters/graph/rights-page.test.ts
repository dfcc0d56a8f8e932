import { describe, expect, it } from 'vitest';
import { readRightsPage } from './look-up.ts';

const graphUrl = 'https://graph.example';
const read = (status: number, body: Record<string, unknown> | undefined) =>
  readRightsPage({ status, body }, graphUrl);
const refused = (status: number, code: unknown) => read(status, { error: { code } }).outcome;

describe('a page of usage rights', () => {
  it('returns the readable rows and skips the others', () => {
    const row = { id: '1', catalogId: 'x', serviceIdentifier: 'plan', state: 'active', more: true };
    const value = [row, row, null, 'row', {}, { serviceIdentifier: null, state: 'active' }];
    const rights = Array(2).fill({ serviceIdentifier: 'plan', state: 'active' });
    expect(read(200, { value })).toEqual({ outcome: 'page', rights, nextAddress: null });
  });

  it.each([
    'https://graph.example/beta/users/1/usageRights?$skiptoken=x',
    'https://graph.example:444/beta/users/1/usageRights?$skiptoken=x',
    'http://graph.example/beta/users/1/usageRights?$skiptoken=x',
    'https://main.graph.example/beta/users/1/usageRights?$skiptoken=x',
  ])("with the next page at %s continues at Graph's own address", (nextLink) => {
    expect(read(200, { value: [], '@odata.nextLink': nextLink })).toMatchObject({
      outcome: 'page',
      nextAddress: 'https://graph.example/beta/users/1/usageRights?$skiptoken=x',
    });
  });

  it.each([
    'https://graph.example@thief.example/beta/users/1/usageRights',
    'https://thief.example/beta/more',
    '/beta/users/1/usageRights',
    7,
  ])('with the next page at %s is refused', (nextLink) => {
    expect(read(200, { value: [], '@odata.nextLink': nextLink }).outcome).toBe('not-understood');
  });

  it.each([[undefined], [{}], [{ value: null }], [[]]])('is refused when it is %o', (body) => {
    expect(read(200, body as Record<string, unknown>).outcome).toBe('transient');
  });
});

describe('a refusal', () => {
  it.each([
    [401, 'InvalidAuthenticationToken', 'token-refused'],
    [401, undefined, 'token-refused'],
    [401, 'Authorization_IdentityNotFound', 'consent-missing'],
    [403, 'Authorization_RequestDenied', 'consent-missing'],
    [403, 'Authorization_IdentityNotFound', 'consent-missing'],
    [403, undefined, 'not-understood'],
    [404, 'Request_ResourceNotFound', 'page'],
    [404, 'UnknownError', 'not-understood'],
    [400, 'BadRequest', 'not-understood'],
  ])('%i %s is %s', (status, code, outcome) => {
    expect(refused(status, code)).toBe(outcome);
  });

  it("that is a proxy's page counts only as a refused token", () => {
    expect([403, 404, 400].map((status) => read(status, undefined).outcome)).toEqual(
      Array(3).fill('transient'),
    );
    expect(read(401, undefined).outcome).toBe('token-refused');
  });
});
