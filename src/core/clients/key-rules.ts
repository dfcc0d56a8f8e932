import { isRefusal, type Refusal, refuseInvalid } from '../refusal.ts';
import { nameIssues } from '../values/text.ts';
import type { AuditSubject } from '../workspaces/audit.ts';
import type { LimitedKind } from '../workspaces/limits.ts';
import { readAllowedNetworks } from './allowed-networks.ts';
import type { KeyPrefix } from './api-key.ts';
import { checkKeyExpiry } from './credential.ts';
import { maxEndedKeys, serviceAccountKeyEnd } from './service-account.ts';

export type KeyOwnerKind = 'api-client' | 'service-account';

/** The owner of a key, with the name that the audit log needs. */
export type KeyOwner =
  | { readonly kind: 'api-client'; readonly id: string }
  | { readonly kind: 'service-account'; readonly id: string; readonly name: string };

interface KeyRules {
  readonly prefix: KeyPrefix;
  readonly limit: LimitedKind;
  readonly subject: AuditSubject;
  /** How the names of its audit actions begin. */
  readonly audited: 'api_key' | 'service_account_key';
  /** The end of a new key. Requested null: the usual end, if there is one. */
  readonly endOf: (requested: Date | null, maxAgeDays: number | null, now: Date) => Date | null | Refusal;
  /** Of the keys that have ended, only as many are stored. Null: all. */
  readonly maxEnded: number | null;
}

/** The difference between keys of API clients and of service accounts. */
export const keyRules: Readonly<Record<KeyOwnerKind, KeyRules>> = {
  'api-client': {
    prefix: 'tsk',
    limit: 'API keys per client',
    subject: 'ApiKey',
    audited: 'api_key',
    endOf: (requested, maxAgeDays, now) => checkKeyExpiry(requested, maxAgeDays, now) ?? requested,
    maxEnded: null,
  },
  'service-account': {
    prefix: 'tsa',
    limit: 'keys per service account',
    subject: 'ServiceAccountKey',
    audited: 'service_account_key',
    endOf: serviceAccountKeyEnd,
    maxEnded: maxEndedKeys,
  },
};

/** The settings of a key that people can change. */
export interface KeySettings {
  readonly name: string | null;
  /** In CIDR notation; null: from anywhere. */
  readonly allowedNetworks: readonly string[] | null;
}

/** The facts of a key in the audit log. An entry of a service account's key has the account's name as `name`, too. */
export function auditedKey(
  owner: KeyOwner,
  { name, allowedNetworks }: KeySettings,
): Readonly<Record<string, unknown>> {
  const networks = allowedNetworks && { allowedNetworks };
  if (owner.kind === 'api-client') return { apiClientId: owner.id, name, ...networks };
  const { id: serviceAccountId, name: serviceAccountName } = owner;
  return { serviceAccountId, serviceAccountName, name: serviceAccountName, keyName: name, ...networks };
}

/** The settings in canonical form. */
export function readKeySettings(written: KeySettings): KeySettings | Refusal {
  const name = readKeyName(written.name);
  if (isRefusal(name)) return name;
  const allowedNetworks = readAllowedNetworks(written.allowedNetworks);
  return isRefusal(allowedNetworks) ? allowedNetworks : { name, allowedNetworks };
}

export const maxKeyName = 100;

/** The name that people give a key, on one line. Blank text is no name. */
export function readKeyName(text: string | null): string | null | Refusal {
  const name = text?.trim() ?? '';
  if (name === '') return null;
  const issues = nameIssues('name', name, maxKeyName);
  return issues.length > 0 ? refuseInvalid(issues) : name;
}
