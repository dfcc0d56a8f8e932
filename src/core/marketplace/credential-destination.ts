import type { ValidationIssue } from '../refusal.ts';
import type { ConnectionSettings } from './connection.ts';

/** The settings that decide who receives a connection's credential or a token for it. */
const credentialDestination = ['authUrl', 'marketplaceUrl', 'tenantId', 'clientId'] as const;
type CredentialDestination = Pick<ConnectionSettings, (typeof credentialDestination)[number]>;

/** A changed destination requires the credential again: permission to edit settings must not disclose a stored secret. */
export function credentialDestinationIssues(
  before: CredentialDestination,
  after: CredentialDestination,
  hasNewCredential: boolean,
): readonly ValidationIssue[] {
  const changed = credentialDestination.filter((name) => before[name] !== after[name]);
  if (changed.length === 0 || hasNewCredential) return [];
  const message = `must be entered again when ${changed.join(' and ')} changes: a stored credential is not sent to another address or used for another application`;
  return [{ path: 'credential', rule: 'required', message }];
}
