import { billingLabels, licenceLabels, typeLabels } from '../../../parts/catalogue-words.ts';

/** The labels of recorded members whose name alone does not say it. */
export const memberLabels: Readonly<Record<string, string>> = {
  url: 'URL',
  applicationUrl: 'Application URL',
  authUrl: 'Identity provider',
  marketplaceUrl: 'Marketplace URL',
  apiClientId: 'API client',
  sourceName: 'Marketplace',
  offerId: 'Offer',
  acceptsUnsignedCalls: 'Accepts unsigned notifications',
  acceptsFewerSeats: 'Accepts fewer seats than are assigned',
  assignBuyer: 'First seat for the buyer',
  mailsUsageAlerts: 'Usage alerts to customers',
  apiKeyMaxAgeDays: 'Maximum age of API keys, in days',
  tokenLifetimeHours: 'Life of entitlement tokens, in hours',
  afterLicenceEnd: 'Access after a licence file has ended',
  signingKeyMaxAgeDays: 'Maximum age of the signing key, in days',
  kid: 'Signing key',
  usageHoldMinutes: 'Hold before sending, in minutes',
  signInTenants: 'Sign-in tenants',
  visitorTenantId: 'Tenant of the visitor',
  rateLimitPerMinute: 'Requests a minute',
  credentialEndsAt: 'Credential expires at',
  previousSecretEndsAt: 'Previous secret valid until',
  heldByOthers: 'Moved from other organisations',
  everywhere: 'All sessions',
  isTrial: 'Trial',
  isActive: 'Active',
  isAdministrator: 'Administrator',
};

/** The members that have values of an enumeration. The text of any other member is shown as it was entered. */
const enumMembers: ReadonlySet<string> = new Set([
  'afterLicenceEnd',
  'aggregation',
  'billingModel',
  'credentialKind',
  'disabledReason',
  'intake',
  'licenceModel',
  'move',
  'outcomes',
  'per',
  'source',
  'state',
  'status',
  'type',
  'types',
]);

const enumLabels: Readonly<Record<string, string>> = {
  ...billingLabels,
  ...licenceLabels,
  ...typeLabels,
  ByPartner: 'Disabled by a person',
};

/** The words of a value, such as `Identity provider` for `IdpManaged`; null for a member that is no enumeration. */
export function enumText(member: string, value: string): string | null {
  return enumMembers.has(member) ? (enumLabels[value] ?? wordsOf(value)) : null;
}

/** `validUntil` is read as `valid until`. */
export const wordsOf = (key: string): string =>
  key.replaceAll(/([a-z\d])([A-Z])/g, (_, one, other) => `${one} ${other.toLowerCase()}`);
