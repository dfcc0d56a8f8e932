import { describe, expect, it } from 'vitest';
import { readToken, readTokenOrigin, type TokenExpectations } from './token.ts';

const tenantId = '5c1f2a34-7d0e-4b3c-9a6d-1f2e3d4c5b6a';
const otherTenantId = 'b7a0c9d8-2e4f-4a61-8c3b-6d5e4f3a2b1c';
const apiAppId = '0d9e8f7a-6b5c-4d3e-8f1a-2b3c4d5e6f70';
const applicationId = '91a2b3c4-d5e6-4f70-8a9b-0c1d2e3f4a5b';
const objectId = 'c4d5e6f7-0a1b-4c2d-9e3f-5a6b7c8d9e0f';

const now = new Date('2026-11-15T09:00:00.000Z');
const seconds = now.getTime() / 1000;

const newer = {
  expectations: { apiAppId, version: '2.0', issuer: `https://login.example/${tenantId}/v2.0` },
  claims: {
    aud: apiAppId,
    iss: `https://login.example/${tenantId}/v2.0`,
    tid: tenantId,
    azp: applicationId,
    oid: objectId,
    sub: objectId,
    ver: '2.0',
    nbf: seconds - 300,
    exp: seconds + 3600,
    roles: ['Usage.Write'],
  },
} as const satisfies { expectations: TokenExpectations; claims: object };

const older = {
  expectations: { apiAppId, version: '1.0', issuer: `https://sts.example/${tenantId}/` },
  claims: {
    aud: `api://${apiAppId}`,
    iss: `https://sts.example/${tenantId}/`,
    tid: tenantId,
    appid: applicationId,
    oid: objectId,
    sub: objectId,
    ver: '1.0',
    nbf: seconds - 300,
    exp: seconds + 3600,
  },
} as const satisfies { expectations: TokenExpectations; claims: object };

const read = (claims: unknown, expectations: TokenExpectations = newer.expectations) =>
  readToken(claims, expectations, now);

describe('readToken accepts', () => {
  const token = {
    tenantId,
    applicationId,
    objectId,
    roles: ['Usage.Write'],
    isDelegated: false,
    expiresAt: new Date('2026-11-15T10:00:00.000Z'),
  };

  it('version 1 and version 2 tokens', () => {
    expect(read(newer.claims)).toEqual(token);
    expect(read(older.claims, older.expectations)).toEqual({ ...token, roles: [] });
  });

  const cases: [string, object, object][] = [
    ['the audience as api://', { aud: `api://${apiAppId}` }, token],
    [
      'ids in capitals, and lowers them',
      { tid: tenantId.toUpperCase(), azp: applicationId.toUpperCase() },
      token,
    ],
    ['an audience in capitals', { aud: apiAppId.toUpperCase() }, token],
    ['a token without nbf', { nbf: undefined }, token],
    ['a token without roles', { roles: undefined }, { ...token, roles: [] }],
    ['roles that are no list as none', { roles: 'Usage.Write' }, { ...token, roles: [] }],
    ['roles that are not all strings as none', { roles: ['Usage.Write', 7] }, { ...token, roles: [] }],
    [
      'an expiry 59 seconds ago',
      { exp: seconds - 59 },
      { ...token, expiresAt: new Date('2026-11-15T08:59:01.000Z') },
    ],
    ['a start in 60 seconds', { nbf: seconds + 60 }, token],
  ];
  it.each(cases)('a token with %s', (_name, change, expected) => {
    expect(read({ ...newer.claims, ...change })).toEqual(expected);
  });
});

describe('a token', () => {
  const pairwise = 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ';
  const scp = 'Entitlements.Read';
  it.each<[string, object, 'application’s' | 'user’s' | 'nobody’s']>([
    ['whose subject is its object', {}, 'application’s'],
    ['whose subject and object differ in capitals only', { sub: objectId.toUpperCase() }, 'application’s'],
    ['whose idtyp is app', { idtyp: 'app' }, 'application’s'],
    ['whose idtyp is app, whatever the rest says', { idtyp: 'app', scp, sub: pairwise }, 'application’s'],
    ['with a delegated scope', { scp, sub: pairwise }, 'user’s'],
    ['with a delegated scope and the subject of its object', { scp }, 'user’s'],
    ['with a delegated scope and no object', { scp, oid: undefined, sub: pairwise }, 'user’s'],
    ['whose idtyp is user', { idtyp: 'user', scp, sub: pairwise }, 'user’s'],
    ['whose idtyp is user, without a scope', { idtyp: 'user' }, 'nobody’s'],
    ['whose idtyp is unknown', { idtyp: 'device', scp }, 'nobody’s'],
    ['whose idtyp is empty', { idtyp: '' }, 'nobody’s'],
    ['whose idtyp is null', { idtyp: null }, 'nobody’s'],
    ['with an empty scope', { scp: '' }, 'nobody’s'],
    ['with a list of scopes', { scp: [scp] }, 'nobody’s'],
    ['without a scope, whose subject is pairwise', { sub: pairwise }, 'nobody’s'],
    ['without a scope, whose subject is another object', { sub: otherTenantId }, 'nobody’s'],
    ['without a scope and a subject', { sub: undefined }, 'nobody’s'],
    ['without a scope and an object', { oid: undefined }, 'nobody’s'],
    ['without scope, object and subject', { oid: undefined, sub: undefined }, 'nobody’s'],
    ['without a scope, whose ids are no GUIDs', { oid: 'me', sub: 'me' }, 'nobody’s'],
  ])('%s is %s', (_name, change, whose) => {
    const expected = whose === 'nobody’s' ? undefined : { isDelegated: whose === 'user’s' };
    const bent = read({ ...newer.claims, ...change });
    const bentOlder = read({ ...older.claims, ...change }, older.expectations);
    for (const token of [bent, bentOlder]) {
      if (expected) expect(token).toMatchObject(expected);
      else expect(token).toBeUndefined();
    }
  });

  it.each([[undefined], ['me']])('of a user whose object id is %s has no user id', (oid) => {
    expect(read({ ...newer.claims, scp, oid })).toMatchObject({ objectId: null });
  });
});

describe('readToken refuses', () => {
  const cases: [string, object][] = [
    ['an expiry 60 seconds ago', { exp: seconds - 60 }],
    ['a start in 61 seconds', { nbf: seconds + 61 }],
    ['no expiry', { exp: undefined }],
    ['an expiry that is text', { exp: String(seconds + 3600) }],
    ['an expiry beyond the range of dates', { exp: 1e300 }],
    ['an expiry that is not a number', { exp: Number.NaN }],
    ['a start that is text', { nbf: String(seconds - 300) }],
    ['a start that is null', { nbf: null }],
    ['another audience', { aud: applicationId }],
    ['an audience with only the right prefix', { aud: `api://${apiAppId}/more` }],
    ['a list of audiences', { aud: [apiAppId] }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: `https://elsewhere.example/${tenantId}/v2.0` }],
    ['the other version’s issuer', { iss: older.claims.iss }],
    ['no issuer', { iss: undefined }],
    ['an issuer of another tenant', { iss: `https://login.example/${otherTenantId}/v2.0` }],
    ["a tenant other than the issuer's", { tid: otherTenantId }],
    ['no tenant', { tid: undefined }],
    ['a tenant that is no GUID', { tid: 'northwind.example' }],
    ['no application', { azp: undefined }],
    ['an application in the other shape’s claim', { azp: undefined, appid: applicationId }],
    ['an application that is no GUID', { azp: 'app' }],
    ['no version', { ver: undefined }],
    ['an unknown version', { ver: '3.0' }],
    ['the other version', { ver: '1.0', appid: applicationId }],
  ];
  it.each(cases)('%s', (_name, change) => {
    expect(read({ ...newer.claims, ...change })).toBeUndefined();
  });

  it.each([[null], [undefined], ['text'], [7], [[]], [{}]])('claims that are %j', (claims) => {
    expect(read(claims)).toBeUndefined();
  });

  it.each([
    ['no tenant', 'https://login.example'],
    ['a template', 'https://login.example/{tenantid}/v2.0'],
    ['another tenant', `https://login.example/${otherTenantId}/v2.0`],
    ['the tenant in its query', `https://login.example/x?/${tenantId}`],
  ])('an issuer with %s, even when discovery returns it', (_name, issuer) => {
    expect(read({ ...newer.claims, iss: issuer }, { ...newer.expectations, issuer })).toBeUndefined();
  });
});

describe('readTokenOrigin', () => {
  it('reads tenant and application of both versions', () => {
    expect(readTokenOrigin(newer.claims)).toEqual({ version: '2.0', tenantId, applicationId });
    expect(readTokenOrigin(older.claims)).toEqual({ version: '1.0', tenantId, applicationId });
  });

  it('refuses other claims', () => {
    for (const claims of [null, 'text', [], {}, { ...newer.claims, azp: 7 }, { ...newer.claims, tid: '' }]) {
      expect(readTokenOrigin(claims)).toBeUndefined();
    }
  });
});
