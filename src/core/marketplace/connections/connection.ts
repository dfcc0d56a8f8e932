import { warningOf } from '../../clients/credential-ending.ts';
import { isUuid } from '../../identifiers.ts';
import { isLoopback } from '../../network/outside-address.ts';
import { urlIssue } from '../../network/partner-address.ts';
import type { ValidationIssue } from '../../refusal.ts';
import { nameIssues } from '../../values/text.ts';
import { personalTenantIssues } from '../../workspaces/personal-accounts.ts';
import type { Finding } from './connection-finding.ts';
import type { MarketplaceCredential } from './credential.ts';

/** Identifies a connection. */
export interface MarketplaceSource {
  readonly workspaceId: string;
  readonly sourceName: string;
}

/** The settings of a connection, without its credential. */
export interface ConnectionSettings {
  readonly sourceName: string;
  readonly authUrl: string;
  readonly marketplaceUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly credentialEndsAt: Date | null;
  /** For development: notifications are accepted without the marketplace's token. */
  readonly acceptsUnsignedCalls: boolean;
}

const maxSourceNameLength = 100;
export const maxSecretLength = 1_000;
export const maxPemLength = 20_000;

/** Normalises the settings before validation. */
export function normaliseSettings(settings: ConnectionSettings): ConnectionSettings {
  const { sourceName, authUrl, marketplaceUrl, tenantId, clientId } = settings;
  return {
    ...settings,
    sourceName: sourceName.trim(),
    authUrl: authUrl.trim().replace(/\/+$/, ''),
    marketplaceUrl: marketplaceUrl.trim().replace(/\/+$/, ''),
    tenantId: tenantId.trim().toLowerCase(),
    clientId: clientId.trim().toLowerCase(),
  };
}

/** The validation errors of normalised settings. */
export function connectionIssues(
  settings: ConnectionSettings,
  allowsLocal: boolean,
  publicUrl: string,
): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });
  issues.push(...nameIssues('sourceName', settings.sourceName, maxSourceNameLength));
  for (const path of ['authUrl', 'marketplaceUrl'] as const) {
    const issue = urlIssue(settings[path], allowsLocal);
    if (issue) complain(path, ...issue);
    else if (settings[path].includes('?')) complain(path, 'format', 'must not have a query');
  }
  for (const path of ['tenantId', 'clientId'] as const) {
    if (!isUuid(settings[path])) complain(path, 'uuid', 'must be a UUID');
  }
  issues.push(...personalTenantIssues('tenantId', settings.tenantId));
  if (settings.acceptsUnsignedCalls && !mayAcceptUnsigned(settings, publicUrl)) {
    const message = 'is for development only: PUBLIC_URL must be a loopback address';
    complain('acceptsUnsignedCalls', 'loopback', message);
  }
  return issues;
}

/** Unsigned notifications can be forged, so only a service on loopback accepts them. */
export function mayAcceptUnsigned(
  { acceptsUnsignedCalls }: Pick<ConnectionSettings, 'acceptsUnsignedCalls'>,
  publicUrl: string,
): boolean {
  return acceptsUnsignedCalls && isLoopback(new URL(publicUrl).hostname);
}

/** The validation errors of a credential. `certificate` is undefined if key and certificate do not match. */
export function credentialIssues(
  credential: MarketplaceCredential,
  certificate: { readonly endsAt: Date } | undefined,
): readonly ValidationIssue[] {
  if (credential.kind === 'secret') {
    const { clientSecret } = credential;
    if (clientSecret.trim() !== '' && clientSecret.length <= maxSecretLength) return [];
    const message = `must have 1 to ${maxSecretLength} characters`;
    return [{ path: 'credential.clientSecret', rule: 'length', message }];
  }
  if (certificate) return [];
  const message = 'must be the RSA key of the certificate; both in PEM';
  return [{ path: 'credential.privateKeyPem', rule: 'pair', message }];
}

export const connectionStates = ['Fine', 'Warning', 'Failing'] as const;

export function connectionState(
  connection: {
    readonly credentialEndsAt: Date | null;
    readonly sendingFails: boolean;
    readonly reconciliationFailed: boolean;
    /** The outcomes of its last check. */
    readonly findings: readonly Pick<Finding, 'outcome'>[];
  },
  now: Date,
): (typeof connectionStates)[number] {
  const { credentialEndsAt: endsAt, sendingFails, reconciliationFailed, findings } = connection;
  const hasFound = (outcome: Finding['outcome']) => findings.some((finding) => finding.outcome === outcome);
  if (sendingFails || reconciliationFailed || (endsAt && endsAt <= now) || hasFound('Failing')) {
    return 'Failing';
  }
  const isEnding = endsAt !== null && warningOf(endsAt, now) !== null;
  return isEnding || hasFound('Warning') ? 'Warning' : 'Fine';
}

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
