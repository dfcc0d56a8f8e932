import type { ValidationIssue } from '../refusal.ts';
import type { ConnectionSettings } from './connection.ts';

/**
 * A stored secret is sent only where the person who entered it meant it to go. Whoever changes its destination enters it
 * again: rights to edit a setting are no rights to read a secret.
 */

/** The settings that decide who receives a connection's credential or a token for it. */
const credentialDestination = ['authUrl', 'marketplaceUrl', 'tenantId', 'clientId'] as const;
type CredentialDestination = Pick<ConnectionSettings, (typeof credentialDestination)[number]>;

/** The issue with a change of a connection's destination that comes without the credential. Both settings are tidy. */
export function credentialDestinationIssues(
  before: CredentialDestination,
  after: CredentialDestination,
  hasNewCredential: boolean,
): readonly ValidationIssue[] {
  const changed = credentialDestination.filter((name) => before[name] !== after[name]);
  if (changed.length === 0 || hasNewCredential) return [];
  const message = `must be entered again with another ${changed.join(' and ')}: a stored credential is not sent to another address or used for another application`;
  return [{ path: 'credential', rule: 'required', message }];
}
