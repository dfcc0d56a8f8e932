import { isUuid } from '../identifiers.ts';
import type { ValidationIssue } from '../refusal.ts';
import { readSupportAddresses } from './support-address.ts';

/** How long a report may be held so that its quantity can still be replaced: a setting of the workspace. */
export const maxHoldMinutes = 120;

/** What a workspace's administrators set for all of it. */
export interface WorkspaceSettings {
  readonly name: string;
  /** For how many minutes new reports are held before they are sent. Those that are there keep the moment they have. */
  readonly usageHoldMinutes: number;
  /** Whom notices are mailed to once they have confirmed it; none: they stay in the inbox. */
  readonly supportAddresses: readonly string[];
  /** Whether customers may buy fewer seats on the marketplace than are assigned; support is told then. */
  readonly acceptsFewerSeats: boolean;
  /** The tenants whose accounts may sign in to the workspace; none: any. */
  readonly signInTenants: readonly string[];
  /** For how many days a new API key may live at most; null: for ever. */
  readonly apiKeyMaxAgeDays: number | null;
}

const longestName = 200;
export const maxSignInTenants = 20;
export const maxKeyAgeDays = 3_650;

/** The settings as they are to be kept, or everything that is wrong with them. */
export function readWorkspaceSettings(
  written: WorkspaceSettings,
  before: Pick<WorkspaceSettings, 'supportAddresses'> = { supportAddresses: [] },
): WorkspaceSettings | { readonly issues: readonly ValidationIssue[] } {
  const name = written.name.trim();
  const { usageHoldMinutes, acceptsFewerSeats, apiKeyMaxAgeDays } = written;
  const signInTenants = [...new Set(written.signInTenants.map((tenantId) => tenantId.toLowerCase()))];
  const read = readSupportAddresses(written.supportAddresses, before.supportAddresses.length);
  const issues: ValidationIssue[] = 'issues' in read ? [...read.issues] : [];
  if (name.length === 0 || name.length > longestName) {
    issues.push({ path: 'name', rule: 'length', message: `must have 1 to ${longestName} characters` });
  }
  if (!Number.isInteger(usageHoldMinutes) || usageHoldMinutes < 0 || usageHoldMinutes > maxHoldMinutes) {
    const message = `must be a whole number from 0 to ${maxHoldMinutes}`;
    issues.push({ path: 'usageHoldMinutes', rule: 'range', message });
  }
  if (signInTenants.length > maxSignInTenants || !signInTenants.every(isUuid)) {
    const message = `must be tenant ids, ${maxSignInTenants} at most`;
    issues.push({ path: 'signInTenants', rule: 'uuid', message });
  }
  const isAge =
    apiKeyMaxAgeDays === null ||
    (Number.isInteger(apiKeyMaxAgeDays) && apiKeyMaxAgeDays >= 1 && apiKeyMaxAgeDays <= maxKeyAgeDays);
  if (!isAge) {
    const message = `must be a whole number of days from 1 to ${maxKeyAgeDays}, or null`;
    issues.push({ path: 'apiKeyMaxAgeDays', rule: 'range', message });
  }
  if (issues.length > 0 || 'issues' in read) return { issues };
  return {
    name,
    usageHoldMinutes,
    supportAddresses: read.addresses,
    acceptsFewerSeats,
    signInTenants,
    apiKeyMaxAgeDays,
  };
}

/** Whether accounts of the tenant may sign in; null is somebody whose tenant is not known yet. */
export function maySignIn(signInTenants: readonly string[], tenantId: string | null): boolean {
  return signInTenants.length === 0 || (tenantId !== null && signInTenants.includes(tenantId));
}

/** Whoever sets the tenants must be able to sign in afterwards. */
export function lockOutIssues(
  { signInTenants }: Pick<WorkspaceSettings, 'signInTenants'>,
  ownTenantId: string | null,
): readonly ValidationIssue[] {
  if (maySignIn(signInTenants, ownTenantId)) return [];
  const message = `must include your own tenant${ownTenantId === null ? '' : `, ${ownTenantId}`}`;
  return [{ path: 'signInTenants', rule: 'ownTenant', message }];
}
