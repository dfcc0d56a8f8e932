import type { ConnectionSettings } from './marketplace-connection.ts';
import type { ValidationIssue } from './refusal.ts';
import type { HeaderChanges } from './webhook-endpoint.ts';

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

/**
 * The issues with a change of an endpoint's origin that would take stored header values along. Headers that are dropped
 * need no value. The signing secret stays: deliveries carry signatures, never the secret.
 */
export function headerDestinationIssues(
  before: { readonly url: string; readonly headerNames: readonly string[] },
  url: string,
  headers: HeaderChanges | undefined,
): readonly ValidationIssue[] {
  if (originOf(before.url) === originOf(url)) return [];
  const kept = headers ? Object.keys(headers).filter((name) => headers[name] === null) : before.headerNames;
  const message =
    'must be entered again with another origin of url: a stored value is not sent to another origin';
  return kept.map((name) => ({ path: `headers.${name}`, rule: 'required', message }));
}

/** Undefined for text that is no web address: it equals no stored origin. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
