import { user } from './customers.ts';

/** Purpose of each tenant; printed, and written to `demo.json`. */
export const demoTenants = [
  ['Active: full access, tenant-wide', 'contoso', 'aqueduct'],
  ['Active: full access, by the seat', 'fabrikam', 'forum'],
  ['Active: two plans, the higher edition decides', 'woodgrove', 'aqueduct'],
  ['Active: a trial', 'wingtip', 'aqueduct'],
  ['Active: licences at the identity provider', 'relecloud', 'scriptorium'],
  ['Suspended: read-only', 'northwind', 'aqueduct'],
  ['Pending', 'adatum', 'aqueduct'],
  ['Cancelled', 'litware', 'aqueduct'],
  ['Expired: a trial that ended', 'proseware', 'aqueduct'],
  ['None: never bought', 'tailspin', 'aqueduct'],
] as const;

/** One request for each eligibility reason. */
export const demoQuestions = [
  { label: 'TenantWideEntitlement', customer: 'contoso', product: 'aqueduct', userObjectId: user(1) },
  { label: 'SeatAssigned', customer: 'fabrikam', product: 'forum', email: 'bea@fabrikam.example' },
  { label: 'IdpLicensed', customer: 'relecloud', product: 'scriptorium', userObjectId: user(10) },
  { label: 'TenantNotEntitled', customer: 'tailspin', product: 'aqueduct', userObjectId: user(99) },
  {
    label: 'PlanMismatch',
    customer: 'contoso',
    product: 'aqueduct',
    plan: 'enterprise-yearly',
    userObjectId: user(1),
  },
  { label: 'NoSeatAssigned', customer: 'fabrikam', product: 'forum', userObjectId: user(3) },
  { label: 'IdpNotLicensed', customer: 'relecloud', product: 'scriptorium', userObjectId: user(11) },
  { label: 'NoIdpPlan', customer: 'vanArsdel', product: 'scriptorium', userObjectId: user(14) },
  { label: 'IdpNoLicencesReported', customer: 'relecloud', product: 'scriptorium', userObjectId: user(12) },
  { label: 'IdpUnavailable', customer: 'lamna', product: 'scriptorium', userObjectId: user(15) },
  { label: 'IdpNotConfigured', customer: 'humongous', product: 'forum', userObjectId: user(16) },
  { label: 'DelegatedConsentMissing', customer: 'trey', product: 'scriptorium', userObjectId: user(13) },
] as const;
