import { describe, expect, it } from 'vitest';
import { daysAfter, start as now, planContent } from '../../../tests/support/worlds/subscriptions.ts';
import type { LicenceLookUp, UsageRight } from './idp-licence.ts';
import { judgeLicence } from './user-licence.ts';

const none = { seats: new Map(), lookUps: new Map() };
const hour = 1 / 24;

it('a tenant-wide plan covers every user', () => {
  const plan = planContent('p');
  expect(judgeLicence(plan, none, now)).toEqual({
    plan,
    reason: 'TenantWideEntitlement',
    seats: null,
    idpLicence: null,
  });
});

describe('a plan with seats', () => {
  const plan = planContent('p', { licenceModel: 'Seats' });
  it.each([
    ['the user has one', { total: 5, assigned: 3, isAssigned: true }, 'SeatAssigned', 2],
    ['the user has none', { total: 5, assigned: 3, isAssigned: false }, 'NoSeatAssigned', 2],
    ['all are taken', { total: 5, assigned: 5, isAssigned: false }, 'NoSeatAssigned', 0],
    ['fewer bought than taken', { total: 2, assigned: 5, isAssigned: true }, 'SeatAssigned', 0],
  ])('is judged: %s', (_case, seats, reason, available) => {
    const judgement = judgeLicence(plan, { ...none, seats: new Map([['p', seats]]) }, now);
    expect(judgement).toEqual({ plan, reason, seats: { ...seats, available }, idpLicence: null });
    expect(Object.keys(judgement.seats ?? {})).toEqual(['total', 'assigned', 'available', 'isAssigned']);
  });

  it('without seat data has no seats', () => {
    const others = new Map([['q', { total: 5, assigned: 1, isAssigned: true }]]);
    expect(judgeLicence(plan, { ...none, seats: others }, now)).toMatchObject({
      reason: 'NoSeatAssigned',
      seats: { total: 0, assigned: 0, available: 0, isAssigned: false },
    });
  });
});

describe('a plan with licences of the identity provider', () => {
  const plan = planContent('p', { licenceModel: 'IdpManaged', serviceIdentifier: 'team' });
  const reported = (age: number, stale: boolean, ...rights: UsageRight[]): LicenceLookUp => ({
    outcome: 'reported',
    rights,
    checkedAt: daysAfter(-age),
    stale,
  });
  const mine = { serviceIdentifier: 'team', state: 'active' };
  const over = { ...mine, state: 'inactive' };
  const other = { ...mine, serviceIdentifier: 'other' };
  const millisecond = hour / 3_600_000;

  it.each<[string, LicenceLookUp, string, string | null, boolean]>([
    ['confirmed', reported(0, false, mine), 'IdpLicensed', 'active', false],
    [
      'confirmed, in grace',
      reported(0, false, { ...mine, state: 'warning' }),
      'IdpLicensed',
      'warning',
      false,
    ],
    ['confirmed among others', reported(0, false, other, over, mine), 'IdpLicensed', 'active', false],
    [
      'confirmed by its longer name',
      reported(0, false, { ...mine, serviceIdentifier: 'a.b.team' }),
      'IdpLicensed',
      'active',
      false,
    ],
    ['over', reported(0, false, over), 'IdpNotLicensed', 'inactive', false],
    ['suspended', reported(0, false, { ...mine, state: 'suspended' }), 'IdpNotLicensed', 'suspended', false],
    [
      'in a state we do not know',
      reported(0, false, { ...mine, state: 'new' }),
      'IdpNotLicensed',
      'unknown',
      false,
    ],
    ['only others', reported(0, false, other), 'IdpNotLicensed', null, false],
    ['an empty report', reported(0, false), 'IdpNoLicencesReported', null, false],
    ['confirmed, an age ago but not stale', reported(9, false, mine), 'IdpLicensed', 'active', false],
    ['confirmed a while ago', reported(hour / 2, true, mine), 'IdpLicensed', 'active', true],
    ['confirmed an hour ago', reported(hour, true, mine), 'IdpLicensed', 'active', true],
    [
      'confirmed more than an hour ago',
      reported(hour + millisecond, true, mine),
      'IdpUnavailable',
      null,
      true,
    ],
    ['denied a while ago', reported(hour / 2, true, over), 'IdpUnavailable', null, true],
    ['an empty report of a while ago', reported(hour / 2, true), 'IdpUnavailable', null, true],
    ['away', { outcome: 'unavailable', checkedAt: now }, 'IdpUnavailable', null, false],
    ['not set up', { outcome: 'not-configured', checkedAt: null }, 'IdpNotConfigured', null, false],
    ['no consent', { outcome: 'consent-missing', checkedAt: now }, 'DelegatedConsentMissing', null, false],
  ])('is judged: %s', (_case, lookUp, reason, state, stale) => {
    const judgement = judgeLicence(plan, { ...none, lookUps: new Map([['team', lookUp]]) }, now);
    const checkedAt = lookUp.checkedAt?.toISOString() ?? null;
    const idpLicence = { serviceIdentifier: 'team', state, checkedAt, stale };
    expect(judgement).toEqual({ plan, reason, seats: null, idpLicence });
    expect(Object.keys(judgement.idpLicence ?? {})).toEqual(Object.keys(idpLicence));
  });

  it('is not confirmed without a look-up', () => {
    expect(judgeLicence(plan, none, now)).toMatchObject({
      reason: 'IdpUnavailable',
      idpLicence: { serviceIdentifier: 'team', state: null, checkedAt: null, stale: false },
    });
  });

  it('needs no look-up without a service plan', () => {
    const unmapped = { ...plan, serviceIdentifier: null };
    expect(judgeLicence(unmapped, none, now)).toEqual({
      plan: unmapped,
      reason: 'NoIdpPlan',
      seats: null,
      idpLicence: null,
    });
  });
});
