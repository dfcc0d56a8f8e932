import type { ValidationIssue } from '../refusal.ts';
import type { Subscription, Term } from './subscription.ts';

export const maxSeats = 1_000_000_000;

export function isSameTerm(one: Term, other: Term): boolean {
  return one.renewsItself === other.renewsItself && one.validUntil?.getTime() === other.validUntil?.getTime();
}

/**
 * The clock alone never ends a marketplace subscription that renews by itself: the marketplace says when it ends.
 * For everything else the clock decides.
 */
export function isEndedByClock(subscription: Pick<Subscription, 'source' | 'renewsItself'>): boolean {
  return !(subscription.source === 'Marketplace' && subscription.renewsItself);
}

/** Its term or its trial is over, whether or not that ends it. */
export function hasLapsed(
  { validUntil, trialEndsAt }: Pick<Subscription, 'validUntil' | 'trialEndsAt'>,
  now: Date,
): boolean {
  return (validUntil !== null && validUntil <= now) || (trialEndsAt !== null && trialEndsAt <= now);
}

type TermFacts = Pick<Subscription, 'source' | 'isTrial' | 'trialEndsAt' | keyof Term>;

/**
 * Only the marketplace renews by itself. Only a trial has a trial's end, and it does not outlast its term. Where
 * the clock decides, both ends are still to come: nothing is activated, renewed or reinstated into its own past.
 */
export function termIssues(subscription: TermFacts, now: Date): readonly ValidationIssue[] {
  const { source, isTrial, trialEndsAt, validUntil, renewsItself } = subscription;
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });

  if (renewsItself && source !== 'Marketplace') {
    complain('renewsItself', 'source', 'can be true for a marketplace subscription only');
  }
  if (trialEndsAt !== null && !isTrial) complain('trialEndsAt', 'trial', 'is for trials only');
  if (trialEndsAt !== null && validUntil !== null && validUntil < trialEndsAt) {
    complain('trialEndsAt', 'term', 'must not be later than validUntil');
  }
  if (!isEndedByClock(subscription)) return issues;
  if (validUntil !== null && validUntil <= now) complain('validUntil', 'future', 'must be still to come');
  if (trialEndsAt !== null && trialEndsAt <= now) complain('trialEndsAt', 'future', 'must be still to come');
  return issues;
}

/** Seats are sold whole, and not sold is null, never 0. */
export function quantityIssues({ quantity }: Pick<Subscription, 'quantity'>): readonly ValidationIssue[] {
  if (quantity === null || (Number.isInteger(quantity) && quantity >= 1 && quantity <= maxSeats)) return [];
  const message = `must be a whole number from 1 to ${maxSeats}, or null`;
  return [{ path: 'quantity', rule: 'seats', message }];
}
