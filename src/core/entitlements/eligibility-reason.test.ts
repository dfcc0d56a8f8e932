import { expect, it } from 'vitest';
import { makesEligible, outcomeOfReason } from './eligibility-reason.ts';

it('maps every reason to its outcome; only the first three are eligible', () => {
  expect(outcomeOfReason).toEqual({
    TenantWideEntitlement: 'Licensed',
    SeatAssigned: 'Licensed',
    IdpLicensed: 'Licensed',
    TenantNotEntitled: 'NotLicensed',
    PlanMismatch: 'NotLicensed',
    NoSeatAssigned: 'NotLicensed',
    IdpNotLicensed: 'NotLicensed',
    NoIdpPlan: 'Unconfirmed',
    IdpNoLicencesReported: 'Unconfirmed',
    IdpUnavailable: 'Unconfirmed',
    IdpNotConfigured: 'Unconfirmed',
    DelegatedConsentMissing: 'ConsentRequired',
  });
  const reasons = Object.keys(outcomeOfReason) as (keyof typeof outcomeOfReason)[];
  expect(reasons.filter(makesEligible)).toEqual(['TenantWideEntitlement', 'SeatAssigned', 'IdpLicensed']);
});
