import type { UsageRight } from '../../core/entitlements/idp-licence.ts';
import { confirmsLicence } from '../../core/entitlements/idp-licence.ts';
import { staleGrace } from '../../core/entitlements/user-licence.ts';

/** The licences of a user. */
export interface CachedAnswer {
  readonly rights: readonly UsageRight[];
  readonly checkedAt: Date;
}

/** A refusal of the application in a tenant, which applies to every user there. */
export interface CachedRefusal {
  readonly outcome: 'not-configured' | 'consent-missing';
  readonly checkedAt: Date;
}

const minute = 60_000;
const confirmationTtl = 5 * minute;
const otherTtl = minute;

/** A confirmation is cached for 5 minutes, anything else for 1, because a new licence should take effect soon. */
export function isFresh(answer: CachedAnswer, serviceIdentifier: string, now: Date): boolean {
  const limit = confirmsLicence(answer.rights, serviceIdentifier) ? confirmationTtl : otherTtl;
  return isYoungerThan(limit, answer, now);
}

export function isRefusalFresh(refusal: CachedRefusal, now: Date): boolean {
  return isYoungerThan(otherTtl, refusal, now);
}

/** During an outage of the provider only a confirmation counts, for an hour. */
export function isUsableWhileDown(answer: CachedAnswer, serviceIdentifier: string, now: Date): boolean {
  return confirmsLicence(answer.rights, serviceIdentifier) && isYoungerThan(staleGrace + 1, answer, now);
}

/** An entry from the future was cached under a wrong clock and does not count. */
function isYoungerThan(limit: number, { checkedAt }: { readonly checkedAt: Date }, now: Date): boolean {
  const age = now.getTime() - checkedAt.getTime();
  return age >= 0 && age < limit;
}
