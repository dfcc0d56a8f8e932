import { isLoopback } from '../../network/outside-address.ts';
import { urlIssue } from '../../network/partner-address.ts';
import type { ValidationIssue } from '../../refusal.ts';
import { nameIssues } from '../../values/text.ts';
import { readAccountNumber, readRegion, readRoleArn } from '../licences/licence-address.ts';

/** The settings of a seller's account, without its credential. */
export interface SellerSettings {
  /** The number of the account that published the products. */
  readonly sellerAccount: string;
  readonly region: string;
  /** The role that is assumed; null: the credential is the seller's own. */
  readonly roleArn: string | null;
  /** One address for all services, of an emulator; null: the marketplace's own. */
  readonly endpointUrl: string | null;
  /** Whether hours without usage are reported as 0. */
  readonly sendZeros: boolean;
}

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * What connections may use the node's own credential for: nothing, to assume a role (which names the connection's external
 * id), or everything. Without a role every workspace would act as the operator.
 */
export const nodeCredentialUses = ['off', 'roles', 'all'] as const;
export type NodeCredentialUse = (typeof nodeCredentialUses)[number];

export function mayUseNodeCredential(use: NodeCredentialUse, assumesRole: boolean): boolean {
  return use === 'all' || (use === 'roles' && assumesRole);
}

const accessKeyId = /^[A-Z0-9]{16,128}$/;
const secretKey = /^[\x21-\x7e]{1,200}$/;
export const maxSellerTextLength = 2_000;

/** Normalises the settings before validation. */
export function normaliseSeller(settings: SellerSettings): SellerSettings {
  const { sellerAccount, region, roleArn, endpointUrl } = settings;
  return {
    ...settings,
    sellerAccount: readAccountNumber(sellerAccount) ?? sellerAccount,
    region: readRegion(region) ?? region,
    roleArn: roleArn?.trim() || null,
    endpointUrl: endpointUrl?.trim().replace(/\/+$/, '') || null,
  };
}

/** The validation errors of normalised settings. */
export function sellerIssues(
  sourceName: string,
  settings: SellerSettings,
  allowsLocal: boolean,
): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [...nameIssues('sourceName', sourceName, 100)];
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });
  if (readAccountNumber(settings.sellerAccount) === undefined)
    complain('sellerAccount', 'format', 'must be an account number of 12 digits');
  if (readRegion(settings.region) === undefined)
    complain('region', 'format', 'must be the name of a region, such as us-east-1');
  if (settings.roleArn !== null && readRoleArn(settings.roleArn) === undefined)
    complain('roleArn', 'format', 'must be the ARN of a role: arn:aws:iam::123456789012:role/name');
  if (settings.endpointUrl !== null) {
    const issue = urlIssue(settings.endpointUrl, allowsLocal);
    if (issue) complain('endpointUrl', ...issue);
    else if (settings.endpointUrl.includes('?')) complain('endpointUrl', 'format', 'must not have a query');
  }
  return issues;
}

/** The problems of normalised settings with the node's own credential. */
export function nodeCredentialIssues(
  { roleArn, endpointUrl }: Pick<SellerSettings, 'roleArn' | 'endpointUrl'>,
  use: NodeCredentialUse,
): readonly ValidationIssue[] {
  if (use === 'off') {
    const message = 'must be an access key: the operator has not set AWS_NODE_CREDENTIALS';
    return [{ path: 'credential.kind', rule: 'allowed', message }];
  }
  const issues: ValidationIssue[] = [];
  if (!mayUseNodeCredential(use, roleArn !== null)) {
    const message = "is required with the node's own credential";
    issues.push({ path: 'roleArn', rule: 'required', message });
  }
  if (endpointUrl !== null && !(URL.canParse(endpointUrl) && isLoopback(new URL(endpointUrl).hostname))) {
    const message = "must be a loopback address with the node's own credential, or null";
    issues.push({ path: 'endpointUrl', rule: 'loopback', message });
  }
  return issues;
}

export function accessKeyIssues(key: AccessKey): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (!accessKeyId.test(key.accessKeyId)) {
    const message = 'must be 16 to 128 capital letters and digits';
    issues.push({ path: 'credential.accessKeyId', rule: 'format', message });
  }
  if (!secretKey.test(key.secretAccessKey)) {
    const message = 'must have 1 to 200 characters without blanks';
    issues.push({ path: 'credential.secretAccessKey', rule: 'format', message });
  }
  return issues;
}

/**
 * The problems of a change. Another address requires the credential again: permission to edit settings must not let others
 * use it. Duplicates of usage are found within a region, so the region stays once usage was reported.
 */
export function sellerChangeIssues(
  before: SellerSettings,
  after: SellerSettings,
  { hasNewCredential, hasReports }: { readonly hasNewCredential: boolean; readonly hasReports: boolean },
): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (before.endpointUrl !== after.endpointUrl && !hasNewCredential) {
    const message = 'must be entered again when endpointUrl changes';
    issues.push({ path: 'credential', rule: 'required', message });
  }
  if (before.region !== after.region && hasReports) {
    const message = `stays ${before.region}: usage was reported there, and usage of another region would be billed twice`;
    issues.push({ path: 'region', rule: 'fixed', message });
  }
  return issues;
}

/** The secrets that events carry; the previous one is accepted until it ends. */
export interface EventSecrets<Secret = string> {
  readonly current: Secret;
  readonly previous: { readonly secret: Secret; readonly endsAt: Date } | null;
}

/** As long as the event rule may take to be changed. */
const rotationOverlap = 24 * 3_600_000;

export function rotateEventSecret<Secret>(
  { current }: EventSecrets<Secret>,
  next: Secret,
  now: Date,
): EventSecrets<Secret> {
  return {
    current: next,
    previous: { secret: current, endsAt: new Date(now.getTime() + rotationOverlap) },
  };
}

/** The secrets that are accepted now. */
export function acceptedEventSecrets<Secret>(
  { current, previous }: EventSecrets<Secret>,
  now: Date,
): readonly Secret[] {
  return previous && now < previous.endsAt ? [current, previous.secret] : [current];
}
