import type { UsageRight } from '../../core/entitlements/idp-licence.ts';
import { confirmsLicence } from '../../core/entitlements/idp-licence.ts';

/** What the provider said of a user, and when. */
export interface CachedAnswer {
  readonly rights: readonly UsageRight[];
  readonly checkedAt: Date;
}

/** What the provider said of an application in a tenant: it speaks for every user there. */
export interface CachedRefusal {
  readonly outcome: 'not-configured' | 'consent-missing';
  readonly checkedAt: Date;
}

const minute = 60_000;
const keptWhenConfirming = 5 * minute;
const keptOtherwise = minute;
const graceWhileDown = 60 * minute;

/** A confirmation is taken for 5 minutes, anything else for 1: whoever has just been given a licence waits for it. */
export function isFresh(answer: CachedAnswer, serviceIdentifier: string, now: Date): boolean {
  const limit = confirmsLicence(answer.rights, serviceIdentifier) ? keptWhenConfirming : keptOtherwise;
  return isYoungerThan(limit, answer, now);
}

export function isRefusalFresh(refusal: CachedRefusal, now: Date): boolean {
  return isYoungerThan(keptOtherwise, refusal, now);
}

/** While the provider is down a confirmation up to an hour old still counts; nothing else does. */
export function isUsableWhileDown(answer: CachedAnswer, serviceIdentifier: string, now: Date): boolean {
  return confirmsLicence(answer.rights, serviceIdentifier) && isYoungerThan(graceWhileDown + 1, answer, now);
}

/** What seems to come from the future was kept under a wrong clock, and is as good as nothing. */
function isYoungerThan(limit: number, { checkedAt }: { readonly checkedAt: Date }, now: Date): boolean {
  const age = now.getTime() - checkedAt.getTime();
  return age >= 0 && age < limit;
}
