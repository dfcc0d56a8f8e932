import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FABRIKAM, NORTHWIND } from '../../../emulators/entra/sample-directory.ts';
import { ALICE, BOB, CAROL, STRANGER } from '../../../emulators/graph/sample-directory.ts';
import {
  application,
  type LicencesUnderTest,
  PLAN,
  patient,
  startLicencesUnderTest,
} from '../../../tests/support/peers/licences-under-test.ts';
import { localExchange } from '../../../tests/support/peers/local-exchange.ts';
import { confirmsLicence } from '../../core/entitlements/idp-licence.ts';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { createIdpLicences } from './idp-licences.ts';

const second = 1_000;
const minute = 60 * second;

let world: LicencesUnderTest;
beforeAll(async () => {
  world = await startLicencesUnderTest();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

const outcomeOf = async (question?: Parameters<LicencesUnderTest['lookUp']>[0]) =>
  (await world.lookUp(question)).outcome;
const unavailable = { outcome: 'unavailable' };

describe('the licences of a user', () => {
  it('are all rows, with the time of the read', async () => {
    expect(await world.lookUp()).toEqual({
      outcome: 'reported',
      rights: [
        { serviceIdentifier: PLAN, state: 'inactive' },
        { serviceIdentifier: PLAN, state: 'active' },
        { serviceIdentifier: 'contoso.notes.basic', state: 'warning' },
      ],
      checkedAt: world.now(),
      stale: false,
    });
  });

  it('are empty for a user without rows, and for an unknown user', async () => {
    const nothing = { outcome: 'reported', rights: [], checkedAt: world.now(), stale: false };
    expect(await world.lookUp({ userObjectId: CAROL })).toEqual(nothing);
    expect(await world.lookUp({ userObjectId: STRANGER })).toEqual(nothing);
  });

  it('are read over all pages', async () => {
    const filler = Array.from({ length: 249 }, (_, index) => ({
      catalogId: 'x',
      serviceIdentifier: `filler-${index}`,
      state: 'active',
    }));
    const last = { catalogId: 'x', serviceIdentifier: 'offer.last', state: 'active' };
    world.graph.registerUser({ tenantId: NORTHWIND, id: CAROL, usageRights: [...filler, last] });
    const answer = await world.lookUp({ userObjectId: CAROL });
    expect(answer.outcome === 'reported' && answer.rights.length).toBe(250);
    expect(answer.outcome === 'reported' && confirmsLicence(answer.rights, 'last')).toBe(true);
    expect(world.graphRequests()).toBe(3);
  });

  it('are unavailable when the pages never end', async () => {
    const usageRights = Array.from({ length: 2_001 }, () => ({
      catalogId: 'x',
      serviceIdentifier: PLAN,
      state: 'active',
    }));
    world.graph.registerUser({ tenantId: NORTHWIND, id: CAROL, usageRights });
    expect(await world.lookUp({ userObjectId: CAROL })).toEqual(unavailable);
    expect(world.graphRequests()).toBe(20);
  });
});

describe('a response', () => {
  it('is cached 5 minutes when it confirms', async () => {
    const first = await world.lookUp();
    world.advance(5 * minute - 1);
    expect(await world.lookUp()).toEqual(first);
    expect(world.graphRequests()).toBe(1);
    world.advance(1);
    expect(await world.lookUp()).toEqual({ ...first, checkedAt: world.now() });
    expect(world.graphRequests()).toBe(2);
    expect(Object.fromEntries(world.cacheReads)).toEqual({ 'idp-licence hit': 1, 'idp-licence miss': 2 });
  });

  it.each([
    ['no usable row', BOB, PLAN],
    ['no row', CAROL, PLAN],
    ['rows of other services only', ALICE, 'another'],
  ])('is cached 1 minute when it has %s', async (_name, userObjectId, serviceIdentifier) => {
    await world.lookUp({ userObjectId, serviceIdentifier });
    world.advance(minute - 1);
    await world.lookUp({ userObjectId, serviceIdentifier });
    expect(world.graphRequests()).toBe(1);
    world.advance(1);
    await world.lookUp({ userObjectId, serviceIdentifier });
    expect(world.graphRequests()).toBe(2);
  });

  it('serves every question about the user, within the TTL of each', async () => {
    await world.lookUp();
    await world.lookUp({ serviceIdentifier: 'basic' });
    world.advance(minute);
    await world.lookUp({ serviceIdentifier: 'basic' });
    expect(world.graphRequests()).toBe(1);
    await world.lookUp({ serviceIdentifier: 'another' });
    expect(world.graphRequests()).toBe(2);
  });

  it('is cached per user, tenant and application', async () => {
    world.consentInFabrikam();
    await world.lookUp();
    await world.lookUp({ userObjectId: BOB });
    await world.lookUp({ tenantId: FABRIKAM });
    expect(world.graphRequests()).toBe(3);
    expect(await outcomeOf({ application: { ...application, clientSecret: 'a guess' } })).toBe(
      'not-configured',
    );
    await world.lookUp({ tenantId: NORTHWIND.toUpperCase(), userObjectId: ALICE.toUpperCase() });
    expect(world.graphRequests()).toBe(3);
  });

  it('is returned when the cache is full', async () => {
    world.renew({ ...patient, rowLimit: 2 });
    expect(await outcomeOf()).toBe('reported');
    expect(await outcomeOf()).toBe('reported');
    expect(world.graphRequests()).toBe(2);
  });
});

describe('concurrent callers', () => {
  it('for one user share one look-up', async () => {
    world.graph.setFault({ kind: 'delay', delayMilliseconds: 100 });
    const lookUps = Array.from({ length: 10 }, (_, index) =>
      outcomeOf({ serviceIdentifier: `plan-${index}` }),
    );
    expect(new Set(await Promise.all(lookUps))).toEqual(new Set(['reported']));
    expect([world.tokenRequests(), world.graphRequests()]).toEqual([1, 1]);
    expect(world.cacheReads.get('idp-licence miss')).toBe(10);
  });

  it('for several users share the token', async () => {
    await Promise.all([ALICE, BOB, CAROL].map((userObjectId) => world.lookUp({ userObjectId })));
    expect([world.tokenRequests(), world.graphRequests()]).toEqual([1, 3]);
  });

  it('do not share a failure with later callers', async () => {
    world.graph.setFault({ kind: 'unavailable', times: 2 });
    expect(await outcomeOf()).toBe('unavailable');
    expect(await outcomeOf()).toBe('reported');
  });
});

describe('a refusal', () => {
  it('without an application needs no look-up', async () => {
    expect(await outcomeOf({ application: null })).toBe('not-configured');
    expect(world.tokenRequests()).toBe(0);
    expect(world.cacheReads.size).toBe(0);
  });

  it.each([
    ['the secret is wrong', NORTHWIND, { ...application, clientSecret: 'wrong' }, 'not-configured'],
    ['there is no secret', NORTHWIND, { ...application, clientSecret: '' }, 'not-configured'],
    ['the application is not in the tenant', STRANGER, application, 'consent-missing'],
    ['the tenant is unknown', ALICE, application, 'consent-missing'],
    ['the tenant has not consented', FABRIKAM, application, 'consent-missing'],
  ])('is returned when %s, without a retry', async (_name, tenantId, asking, expected) => {
    expect(await outcomeOf({ tenantId, application: asking })).toBe(expected);
    expect(world.tokenRequests()).toBe(1);
    expect(world.graphRequests()).toBe(tenantId === FABRIKAM ? 1 : 0);
  });

  it('holds for all users of the tenant, for a minute', async () => {
    expect(await outcomeOf({ tenantId: FABRIKAM })).toBe('consent-missing');
    world.consentInFabrikam();
    world.advance(minute - 1);
    expect(await outcomeOf({ tenantId: FABRIKAM, userObjectId: BOB })).toBe('consent-missing');
    expect(world.tokenRequests()).toBe(1);
    expect(Object.fromEntries(world.cacheReads)).toEqual({ 'idp-licence hit': 1, 'idp-licence miss': 1 });
    world.advance(1);
    // With a new token: the old one was issued before the consent.
    expect(await outcomeOf({ tenantId: FABRIKAM })).toBe('reported');
    expect(world.tokenRequests()).toBe(2);
  });

  it('of a wrong secret ends with the right one', async () => {
    const wrong = { ...application, clientSecret: 'wrong' };
    expect(await outcomeOf({ application: wrong })).toBe('not-configured');
    expect(await outcomeOf()).toBe('reported');
  });

  it('overrides an earlier confirmation', async () => {
    expect(await outcomeOf()).toBe('reported');
    world.advance(5 * minute);
    world.graph.setFault({ kind: 'unconsented' });
    expect(await outcomeOf()).toBe('consent-missing');
  });
});

describe('a token', () => {
  it('is cached until shortly before it expires', async () => {
    await world.lookUp();
    world.advance(54 * minute);
    await world.lookUp();
    expect(world.tokenRequests()).toBe(1);
    // A token is valid for at most 90 minutes.
    world.advance(32 * minute);
    expect(await outcomeOf()).toBe('reported');
    expect([world.tokenRequests(), world.graphRequests()]).toEqual([2, 3]);
  });

  it('that Graph refuses is renewed once', async () => {
    await world.lookUp();
    world.graph.setFault({ kind: 'unauthenticated', times: 1 });
    expect(await outcomeOf({ userObjectId: BOB })).toBe('reported');
    expect([world.tokenRequests(), world.graphRequests()]).toEqual([2, 3]);

    world.graph.setFault({ kind: 'unauthenticated' });
    expect(await outcomeOf({ userObjectId: CAROL })).toBe('unavailable');
    expect([world.tokenRequests(), world.graphRequests()]).toEqual([3, 5]);
  });
});

describe('stopping', () => {
  it('ends look-ups in flight', async () => {
    world.graph.setFault({ kind: 'hanging' });
    const lookUp = world.lookUp();
    await expect.poll(() => world.graphRequests()).toBe(1);
    world.stopAdapter();
    expect(await lookUp).toEqual(unavailable);
    expect(await outcomeOf({ userObjectId: BOB })).toBe('unavailable');
    expect(world.graphRequests()).toBe(1);
  });
});

it.each([
  [{ authUrl: 'http://login.example', graphUrl: 'https://graph.example' }],
  [{ authUrl: 'https://login.example', graphUrl: 'http://graph.example' }],
])('an http address is refused: %o', (addresses) => {
  const measurements = { cacheRead() {}, rateLimitFallback() {} };
  const create = () =>
    createIdpLicences({ ...addresses, exchange: localExchange, clock: { now: world.now }, measurements });
  expect(create).toThrow(CannotStart);
});
