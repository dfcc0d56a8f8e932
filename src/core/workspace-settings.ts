import type { ValidationIssue } from './refusal.ts';
import { readSupportAddresses } from './support-address.ts';
import { longestHoldMinutes } from './usage-window.ts';

/** What a workspace's administrators set for all of it. */
export interface WorkspaceSettings {
  readonly name: string;
  /** For how many minutes new reports are held before they are sent. Those that are there keep the moment they have. */
  readonly usageHoldMinutes: number;
  /** Whom notices are mailed to once they have confirmed it; none: they stay in the inbox. */
  readonly supportAddresses: readonly string[];
  /** Whether customers may buy fewer seats on the marketplace than are assigned; support is told then. */
  readonly acceptsFewerSeats: boolean;
}

const longestName = 200;

/** The settings as they are to be kept, or everything that is wrong with them. */
export function readWorkspaceSettings(
  written: WorkspaceSettings,
  before: Pick<WorkspaceSettings, 'supportAddresses'> = { supportAddresses: [] },
): WorkspaceSettings | { readonly issues: readonly ValidationIssue[] } {
  const name = written.name.trim();
  const { usageHoldMinutes, acceptsFewerSeats } = written;
  const read = readSupportAddresses(written.supportAddresses, before.supportAddresses.length);
  const issues: ValidationIssue[] = 'issues' in read ? [...read.issues] : [];
  if (name.length === 0 || name.length > longestName) {
    issues.push({ path: 'name', rule: 'length', message: `must have 1 to ${longestName} characters` });
  }
  if (!Number.isInteger(usageHoldMinutes) || usageHoldMinutes < 0 || usageHoldMinutes > longestHoldMinutes) {
    const message = `must be a whole number from 0 to ${longestHoldMinutes}`;
    issues.push({ path: 'usageHoldMinutes', rule: 'range', message });
  }
  if (issues.length > 0 || 'issues' in read) return { issues };
  return { name, usageHoldMinutes, supportAddresses: read.addresses, acceptsFewerSeats };
}
