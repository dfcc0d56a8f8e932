import { type Refusal, refuse, type ValidationIssue } from '../../refusal.ts';
import { monthsAfter } from '../../values/months.ts';
import { nameIssues } from '../../values/text.ts';
import { type Actor, maxReasonLength } from '../../workspaces/audit.ts';
import type { SubscribedPlan } from '../in-force.ts';

export const maxLicenceMonths = 13;
/** Licence files of a tenant and product that have neither ended nor been revoked. */
export const maxLiveLicenceFiles = 1_000;
/** Also those that were revoked or replaced: until their end they fill the revocation list, which every customer reads. */
export const maxUnendedLicenceFiles = 5_000;
export const maxInstallationNameLength = 100;

/** After its end, in milliseconds: two years. */
export const licenceFileLifetime = 731 * 24 * 3_600_000;

/** The reason of a file that another file has replaced. */
export const replacedReason = 'replaced';

/** A reason that a person gives. */
export function revokeReasonIssues(reason: string): readonly ValidationIssue[] {
  if (reason !== replacedReason) return nameIssues('reason', reason, maxReasonLength);
  const message = `must not be "${replacedReason}": issue a licence file that replaces this one, or give another reason`;
  return [{ path: 'reason', rule: 'reserved', message }];
}

export const licenceFileStates = ['Active', 'Expired', 'Revoked', 'Replaced'] as const;
export type LicenceFileState = (typeof licenceFileStates)[number];

/** A place where the vendor's application runs, known by its public key. */
export interface Installation {
  readonly name: string;
  /** The `x` of its Ed25519 JWK. */
  readonly publicKey: string;
  /** By RFC 7638. */
  readonly thumbprint: string;
}

/** An issued licence file. */
export interface LicenceFile {
  /** The `jti` of its token. */
  readonly licenceFileId: string;
  readonly tenantId: string;
  /** The slug when it was issued: the token's `aud`. */
  readonly product: string;
  readonly kid: string;
  /** The version of the entitlement that it states. */
  readonly version: number;
  readonly issuedAt: Date;
  readonly issuedBy: FileActor;
  readonly expiresAt: Date;
  readonly graceSeconds: number;
  /** Null: any installation may use it. */
  readonly installation: Installation | null;
  readonly replaces: string | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: FileActor | null;
  readonly revokeReason: string | null;
}

/** Who issued, revoked or uploaded a file. */
export type FileActor = Omit<Actor, 'address'>;

type Validity = Pick<LicenceFile, 'expiresAt' | 'revokedAt' | 'revokeReason'>;

export function licenceFileState(file: Validity, now: Date): LicenceFileState {
  if (file.revokedAt !== null) return file.revokeReason === replacedReason ? 'Replaced' : 'Revoked';
  return file.expiresAt <= now ? 'Expired' : 'Active';
}

/** Until then an installation goes on as signed, and knows that its file is stale. */
export function graceEnd({ expiresAt, graceSeconds }: Pick<LicenceFile, 'expiresAt' | 'graceSeconds'>): Date {
  return new Date(expiresAt.getTime() + graceSeconds * 1_000);
}

/**
 * When a tenant's access ends if nobody renews it, of the subscriptions in force. Null: one of them renews itself or is
 * open-ended.
 */
export function contractEnd(inForce: readonly SubscribedPlan[]): Date | null {
  const ends = inForce.map(({ subscription: { renewsItself, validUntil, trialEndsAt } }) =>
    renewsItself ? null : earlier(validUntil, trialEndsAt),
  );
  if (ends.includes(null)) return null;
  return new Date(Math.max(...ends.map((end) => Number(end))));
}

/**
 * The end of a licence file, in whole seconds. The last month that a contract allows ends with the contract: a yearly
 * contract of which eleven months and a day are left takes a file of 12 months.
 */
export function licenceFileEnd(months: number, end: Date | null, now: Date): Date | Refusal {
  if (!Number.isInteger(months) || months < 1 || months > maxLicenceMonths) {
    return refuse('licence_file.months_out_of_range', { minimum: 1, maximum: maxLicenceMonths });
  }
  const wanted = monthsAfter(now, months);
  if (end === null || wanted <= end) return wholeSeconds(wanted);
  const lastMonth = monthsUntil(end, now);
  if (months <= lastMonth) return wholeSeconds(end);
  const contractEndsAt = end.toISOString();
  const detail = `The contract ends at ${contractEndsAt} and does not renew itself. Issue a file for at most ${lastMonth} months.`;
  return refuse('licence_file.past_contract_end', { maximumMonths: lastMonth, contractEndsAt }, detail);
}

/** The months that have begun by then. */
function monthsUntil(end: Date, now: Date): number {
  let months = 0;
  while (months < maxLicenceMonths && monthsAfter(now, months) < end) months += 1;
  return months;
}

function wholeSeconds(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1_000) * 1_000);
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
