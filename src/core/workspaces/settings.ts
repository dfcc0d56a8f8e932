import { isUuid } from '../identifiers.ts';
import type { ValidationIssue } from '../refusal.ts';
import { nameIssues } from '../values/text.ts';
import { personalTenantIssues } from './personal-accounts.ts';

/** The maximum hold, during which the quantity of a usage report can still be replaced. */
export const maxHoldMinutes = 120;

export const afterLicenceEnds = ['ReadOnly', 'None'] as const;
export type AfterLicenceEnd = (typeof afterLicenceEnds)[number];

export const maxTokenLifetimeHours = 720;
export const minSigningKeyAgeDays = 30;
export const maxSigningKeyAgeDays = 730;

export interface WorkspaceSettings {
  readonly name: string;
  /** The hold of new usage reports; existing reports keep their due time. */
  readonly usageHoldMinutes: number;
  /** Notices are mailed to the confirmed addresses; without one they stay in the inbox. */
  readonly supportAddresses: readonly string[];
  /** Whether customers may buy fewer seats on the marketplace than are assigned; support gets a notice. */
  readonly acceptsFewerSeats: boolean;
  /** Whether the buyer of a plan with seats gets the first seat on activation. */
  readonly assignBuyer: boolean;
  /** The tenants whose accounts may sign in to the workspace; empty: any. */
  readonly signInTenants: readonly string[];
  /** The maximum lifetime of a new API key; null: unlimited. */
  readonly apiKeyMaxAgeDays: number | null;
  /** Whether the administrators of customers are mailed when a use reaches a threshold. */
  readonly mailsUsageAlerts: boolean;
  /** The life of an entitlement token. */
  readonly tokenLifetimeHours: number;
  /** The access level of an installation whose token or licence file has ended with its grace period. */
  readonly afterLicenceEnd: AfterLicenceEnd;
  /** The age at which the signing key is replaced; null: only by hand. */
  readonly signingKeyMaxAgeDays: number | null;
}

export const maxSignInTenants = 20;
export const maxKeyAgeDays = 3_650;

/** The normalised settings, or all validation errors. */
export function readWorkspaceSettings(
  written: WorkspaceSettings,
  before: Pick<WorkspaceSettings, 'supportAddresses'> = { supportAddresses: [] },
): WorkspaceSettings | { readonly issues: readonly ValidationIssue[] } {
  const name = written.name.trim();
  const { usageHoldMinutes, acceptsFewerSeats, assignBuyer, apiKeyMaxAgeDays, mailsUsageAlerts } = written;
  const { tokenLifetimeHours, afterLicenceEnd, signingKeyMaxAgeDays } = written;
  const signInTenants = [...new Set(written.signInTenants.map((tenantId) => tenantId.toLowerCase()))];
  const read = readSupportAddresses(written.supportAddresses, before.supportAddresses.length);
  const issues: ValidationIssue[] = 'issues' in read ? [...read.issues] : [];
  issues.push(...nameIssues('name', name));
  if (!Number.isInteger(usageHoldMinutes) || usageHoldMinutes < 0 || usageHoldMinutes > maxHoldMinutes) {
    const message = `must be a whole number from 0 to ${maxHoldMinutes}`;
    issues.push({ path: 'usageHoldMinutes', rule: 'range', message });
  }
  if (signInTenants.length > maxSignInTenants || !signInTenants.every(isUuid)) {
    const message = `must be at most ${maxSignInTenants} tenant ids`;
    issues.push({ path: 'signInTenants', rule: 'uuid', message });
  }
  issues.push(...personalTenantIssues('signInTenants', ...signInTenants));
  const isAge =
    apiKeyMaxAgeDays === null ||
    (Number.isInteger(apiKeyMaxAgeDays) && apiKeyMaxAgeDays >= 1 && apiKeyMaxAgeDays <= maxKeyAgeDays);
  if (!isAge) {
    const message = `must be a whole number of days from 1 to ${maxKeyAgeDays}, or null`;
    issues.push({ path: 'apiKeyMaxAgeDays', rule: 'range', message });
  }
  issues.push(...signingIssues(written));
  if (issues.length > 0 || 'issues' in read) return { issues };
  return {
    name,
    usageHoldMinutes,
    supportAddresses: read.addresses,
    acceptsFewerSeats,
    assignBuyer,
    signInTenants,
    apiKeyMaxAgeDays,
    mailsUsageAlerts,
    tokenLifetimeHours,
    afterLicenceEnd,
    signingKeyMaxAgeDays,
  };
}

function signingIssues({
  tokenLifetimeHours,
  afterLicenceEnd,
  signingKeyMaxAgeDays,
}: WorkspaceSettings): readonly ValidationIssue[] {
  const isFrom = (number: number, min: number, max: number) =>
    Number.isInteger(number) && number >= min && number <= max;
  const issues: ValidationIssue[] = [];
  if (!isFrom(tokenLifetimeHours, 1, maxTokenLifetimeHours)) {
    const message = `must be a whole number of hours from 1 to ${maxTokenLifetimeHours}`;
    issues.push({ path: 'tokenLifetimeHours', rule: 'range', message });
  }
  if (!afterLicenceEnds.includes(afterLicenceEnd)) {
    const message = `must be one of ${afterLicenceEnds.join(', ')}`;
    issues.push({ path: 'afterLicenceEnd', rule: 'enum', message });
  }
  if (
    signingKeyMaxAgeDays !== null &&
    !isFrom(signingKeyMaxAgeDays, minSigningKeyAgeDays, maxSigningKeyAgeDays)
  ) {
    const message = `must be a whole number of days from ${minSigningKeyAgeDays} to ${maxSigningKeyAgeDays}, or null`;
    issues.push({ path: 'signingKeyMaxAgeDays', rule: 'range', message });
  }
  return issues;
}

/** Whether accounts of the tenant may sign in; null: the tenant is not known yet. */
export function maySignIn(signInTenants: readonly string[], tenantId: string | null): boolean {
  return signInTenants.length === 0 || (tenantId !== null && signInTenants.includes(tenantId));
}

/** Prevents a lock-out: the member who sets the tenants must still be able to sign in. */
export function lockOutIssues(
  { signInTenants }: Pick<WorkspaceSettings, 'signInTenants'>,
  ownTenantId: string | null,
): readonly ValidationIssue[] {
  if (maySignIn(signInTenants, ownTenantId)) return [];
  const message = `must include your own tenant${ownTenantId === null ? '' : `, ${ownTenantId}`}`;
  return [{ path: 'signInTenants', rule: 'ownTenant', message }];
}

export const maxSupportAddresses = 10;
const maxAddressLength = 254;

// The form that all mail servers accept: a dot-atom and a domain of at least two labels, in ASCII.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const addressPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`);

export function isMailAddress(text: string): boolean {
  return text.length <= maxAddressLength && addressPattern.test(text);
}

/**
 * Trims and deduplicates the support addresses. A workspace that had more than the maximum before the limit existed may
 * keep that number.
 */
export function readSupportAddresses(
  written: readonly string[],
  countBefore = 0,
): { readonly addresses: readonly string[] } | { readonly issues: readonly ValidationIssue[] } {
  const trimmed = written.map((text) => text.trim());
  const issues = trimmed.flatMap((address, index) =>
    isMailAddress(address)
      ? []
      : [{ path: `supportAddresses/${index}`, rule: 'email', message: 'must be an e-mail address' }],
  );
  if (issues.length > 0) return { issues };
  const lowered = trimmed.map((address) => address.toLowerCase());
  const addresses = trimmed.filter((_, index) => lowered.indexOf(lowered[index] ?? '') === index);
  const limit = Math.max(maxSupportAddresses, countBefore);
  if (addresses.length > limit) {
    const message = `must have at most ${limit} addresses`;
    return { issues: [{ path: 'supportAddresses', rule: 'maxItems', message }] };
  }
  return { addresses };
}
