import type { LicenceOutcome } from './entitlement.ts';

/** The licence outcome of every eligibility reason. */
export const outcomeOfReason = {
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
} as const satisfies Record<string, LicenceOutcome>;

export type EligibilityReason = keyof typeof outcomeOfReason;

export function makesEligible(reason: EligibilityReason): boolean {
  return outcomeOfReason[reason] === 'Licensed';
}
