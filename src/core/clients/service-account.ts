import { type Refusal, refuseInvalid } from '../refusal.ts';
import { nameIssues } from '../values/text.ts';
import type { MemberRole } from '../workspaces/member-role.ts';

/** A program that calls the admin API of one workspace. Its role never changes: a wider one needs a new account. */
export interface ServiceAccount {
  readonly workspaceId: string;
  readonly serviceAccountId: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
}

/** Over all keys of an account. */
export const serviceAccountRequestsPerMinute = 600;

/** Of the keys that have ended, only the latest are stored, so that issuing and revoking cannot fill the table. */
export const maxEndedKeys = 20;

export const maxServiceAccountName = 100;
/** A year, also a leap year. */
const maxKeyDays = 366;
const usualKeyDays = 90;
const day = 24 * 3_600_000;

export function readServiceAccountName(text: string): string | Refusal {
  const name = text.trim();
  const issues = nameIssues('name', name, maxServiceAccountName);
  return issues.length > 0 ? refuseInvalid(issues) : name;
}

/**
 * When a new key ends.
 *
 * | requested | the key ends |
 * |---|---|
 * | nothing | after 90 days, or after the workspace's maximum age of keys if that is shorter |
 * | a time | at that time: in the future, within a year and within the workspace's maximum age |
 */
export function serviceAccountKeyEnd(
  requested: Date | null,
  maxAgeDays: number | null,
  now: Date,
): Date | Refusal {
  const longest = Math.min(maxKeyDays, maxAgeDays ?? maxKeyDays);
  const after = (days: number) => new Date(now.getTime() + days * day);
  if (requested === null) return after(Math.min(usualKeyDays, longest));
  if (requested > now && requested <= after(longest)) return requested;
  const message = `must be in the future and within ${longest} days`;
  return refuseInvalid([{ path: 'expiresAt', rule: 'maxAge', message }]);
}
