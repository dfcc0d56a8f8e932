import { describe, expect, it } from 'vitest';
import { judgeCapability, judgeSeat, neededAccess, type RouteOptions } from './gate.ts';
import { type FakeHolding, fakeTessera } from './testing.ts';

describe('judgeCapability', () => {
  it.each<[string, FakeHolding, { status: number; code: string; reason?: string } | undefined]>([
    ['the capability', { capabilities: ['scheduling'] }, undefined],
    ['read-only access', { capabilities: ['scheduling'], accessLevel: 'ReadOnly' }, undefined],
    ['another capability', { capabilities: ['private-links'] }, { status: 402, code: 'capability_missing' }],
    [
      'no access',
      { capabilities: ['scheduling'], accessLevel: 'None' },
      { status: 402, code: 'not_entitled', reason: 'TenantNotEntitled' },
    ],
  ])('of a tenant with %s', async (_case, holding, expected) => {
    const tessera = fakeTessera().tenant('contoso').has(holding);
    const problem = judgeCapability(await tessera.entitlement('contoso'), 'scheduling', 'ReadOnly');
    if (expected) expect(problem).toMatchObject(expected);
    else expect(problem).toBeUndefined();
  });

  it('asks nobody to pay for an outage', async () => {
    const tessera = fakeTessera()
      .tenant('contoso')
      .has({ capabilities: ['scheduling'] });
    tessera.stopService();
    expect(judgeCapability(await tessera.entitlement('contoso'), 'scheduling', 'ReadOnly')).toBeUndefined();
    tessera.clock.advance('73h');
    expect(judgeCapability(await tessera.entitlement('contoso'), 'scheduling', 'ReadOnly')).toMatchObject({
      status: 503,
      code: 'entitlement_unavailable',
    });
  });
});

it.each<[FakeHolding['accessLevel'], string | undefined]>([
  ['Full', undefined],
  ['ReadOnly', 'access_read_only'],
  ['None', 'not_entitled'],
])('a change needs full access: %s', async (accessLevel = 'Full', code) => {
  const holding = { capabilities: ['scheduling'], accessLevel };
  const tessera = fakeTessera().tenant('contoso').has(holding);
  expect(judgeCapability(await tessera.entitlement('contoso'), 'scheduling', 'Full')?.code).toBe(code);
});

it.each<[string, RouteOptions, string]>([
  ['GET', {}, 'ReadOnly'],
  ['head', {}, 'ReadOnly'],
  ['OPTIONS', {}, 'ReadOnly'],
  ['POST', {}, 'Full'],
  ['PUT', {}, 'Full'],
  ['PATCH', {}, 'Full'],
  ['DELETE', {}, 'Full'],
  ['POST', { access: 'ReadOnly' }, 'ReadOnly'],
  ['GET', { access: 'Full' }, 'Full'],
])('%s with the options %j needs the access %s', (method, options, access) => {
  expect(neededAccess(method, options)).toBe(access);
});

describe('judgeSeat', () => {
  it.each([
    ['SeatAssigned', undefined, undefined],
    ['TenantNotEntitled', 402, 'not_entitled'],
    ['NoSeatAssigned', 403, 'seat_missing'],
    ['IdpNotLicensed', 403, 'seat_missing'],
    ['DelegatedConsentMissing', 403, 'seat_missing'],
    ['Unavailable', 503, 'entitlement_unavailable'],
  ])('of the reason %s is %s', (reason, status, code) => {
    const problem = judgeSeat({ isEligible: status === undefined, reason, stale: false });
    expect([problem?.status, problem?.code]).toEqual([status, code]);
    if (status === 403) expect(problem?.reason).toBe(reason);
  });
});
