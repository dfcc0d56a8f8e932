import { describe, expect, it } from 'vitest';
import { partnerPlans } from '../workspaces/limits.ts';
import {
  type ApiClient,
  authorise,
  type Caller,
  checkRateLimitSetting,
  effectiveRateLimit,
  mayAccessProduct,
  workspaceRateLimit,
} from './api-client.ts';
import type { VerifiedToken } from './ports.ts';

const client: ApiClient = {
  workspaceId: 'w',
  apiClientId: 'c',
  name: 'Client',
  scopes: ['catalogue:read'],
  products: 'all',
  rateLimitPerMinute: 300,
  workspaceRateLimitPerMinute: 24_000,
};

const token: VerifiedToken = {
  applicationId: 'a',
  tenantId: 't',
  roles: ['Catalogue.Read.All'],
  isDelegated: false,
  objectId: null,
  expiresAt: new Date(0),
};

describe('authorise', () => {
  const withKey: Caller = { client, token: null };
  const withToken: Caller = { client, token };
  const noScope = { client: { ...client, scopes: ['usage:write' as const] } };

  it.each<[string, Caller, string | undefined]>([
    ['a key, with the scope', withKey, undefined],
    ['a key, without the scope', { ...withKey, ...noScope }, 'api_client.scope_not_allowed'],
    ['a token, with role and scope', withToken, undefined],
    ['a token without any role', { client, token: { ...token, roles: [] } }, 'auth.forbidden'],
    [
      'a token with another role',
      { client, token: { ...token, roles: ['Usage.Write.All'] } },
      'auth.forbidden',
    ],
    [
      'a token with the role, without the scope',
      { ...withToken, ...noScope },
      'api_client.scope_not_allowed',
    ],
    [
      'neither role nor scope: the role comes first',
      { ...noScope, token: { ...token, roles: [] } },
      'auth.forbidden',
    ],
    [
      "a user's token, even with the role",
      { client, token: { ...token, isDelegated: true } },
      'auth.forbidden',
    ],
  ])('decides for %s', (_case, caller, code) => {
    expect(authorise(caller, 'catalogue:read')?.code).toBe(code);
  });

  it.each([
    ['entitlements:read', 'Entitlement.Read.All'],
    ['catalogue:read', 'Catalogue.Read.All'],
    ['usage:write', 'Usage.Write.All'],
  ] as const)('requires for %s the app role %s', (scope, requiredRole) => {
    expect(authorise({ client, token: { ...token, roles: [] } }, scope)?.args).toEqual({ requiredRole });
    expect(authorise({ client: { ...client, scopes: [] }, token: null }, scope)?.args).toEqual({
      requiredScope: scope,
    });
  });
});

describe('mayAccessProduct', () => {
  it('allows all products or the listed ones', () => {
    expect(mayAccessProduct(client, 'p')).toBe(true);
    expect(mayAccessProduct({ ...client, products: new Set(['p']) }, 'p')).toBe(true);
    expect(mayAccessProduct({ ...client, products: new Set(['q']) }, 'p')).toBe(false);
    expect(mayAccessProduct({ ...client, products: new Set() }, 'p')).toBe(false);
  });
});

describe('rate limits', () => {
  it('of a workspace are four quotas', () => {
    expect((['Starter', 'Growth', 'Scale'] as const).map(workspaceRateLimit)).toEqual([
      2_400, 12_000, 24_000,
    ]);
  });

  it('of a client never exceed the quota, also after a downgrade', () => {
    expect(effectiveRateLimit(6_000, 'Starter')).toBe(600);
  });

  it('depend on the partner plan', () => {
    expect(partnerPlans).toEqual({
      Starter: { quota: 600, defaultRateLimit: 300 },
      Growth: { quota: 3000, defaultRateLimit: 600 },
      Scale: { quota: 6000, defaultRateLimit: 1200 },
    });
  });

  it.each([
    [null, 'Starter', 300],
    [null, 'Growth', 600],
    [null, 'Scale', 1200],
    [60, 'Scale', 60],
    [6000, 'Scale', 6000],
  ] as const)('resolve a setting of %s on %s to %i', (setting, plan, expected) => {
    expect(effectiveRateLimit(setting, plan)).toBe(expected);
  });

  it.each([
    [null, 'Starter', true],
    [59, 'Starter', false],
    [60, 'Starter', true],
    [600, 'Starter', true],
    [601, 'Starter', false],
    [3000, 'Growth', true],
    [3001, 'Growth', false],
    [6000, 'Scale', true],
    [6001, 'Scale', false],
    [100.5, 'Scale', false],
    [Number.NaN, 'Scale', false],
  ] as const)('with a setting of %s on %s are allowed: %s', (setting, plan, allowed) => {
    expect(checkRateLimitSetting(setting, plan)?.code).toBe(
      allowed ? undefined : 'request.validation_failed',
    );
  });
});
