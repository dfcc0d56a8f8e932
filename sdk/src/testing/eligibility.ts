import type { Eligibility, EligibilityQuery, EntitlementDocument } from '../types.ts';
import type { FakeHolding } from './holding.ts';

const eligibleReasons = ['TenantWideEntitlement', 'SeatAssigned', 'IdpLicensed'];

/** What the service would answer for a user. */
export function eligibilityOf(
  document: EntitlementDocument,
  { seats = [] }: FakeHolding,
  query: EligibilityQuery,
): Omit<Eligibility, 'stale'> {
  const reason = reasonFor(document, seats, query);
  return { isEligible: eligibleReasons.includes(reason), reason };
}

function reasonFor(
  { accessLevel, plan, licenceModel }: EntitlementDocument,
  seats: readonly string[],
  query: EligibilityQuery,
): string {
  if (accessLevel === 'None') return 'TenantNotEntitled';
  if (query.plan !== undefined && query.plan !== plan?.slug) return 'PlanMismatch';
  if (licenceModel === 'TenantWide') return 'TenantWideEntitlement';
  const isLicensed = [query.userObjectId, query.email].some(
    (name) => name !== undefined && seats.includes(name),
  );
  if (licenceModel === 'IdpManaged') return isLicensed ? 'IdpLicensed' : 'IdpNotLicensed';
  return isLicensed ? 'SeatAssigned' : 'NoSeatAssigned';
}
