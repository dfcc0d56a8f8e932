import type { ValidationIssue } from '../refusal.ts';
import type { Subscription, Term } from './subscription.ts';

export const maxSeats = 1_000_000_000;

export function isSameTerm(one: Term, other: Term): boolean {
  return one.renewsItself === other.renewsItself && one.validUntil?.getTime() === other.validUntil?.getTime();
}

/**
 * A marketplace subscription that renews automatically is ended by the marketplace; the clock ends every other.
 */
export function isEndedByClock(subscription: Pick<Subscription, 'source' | 'renewsItself'>): boolean {
  return !(subscription.source === 'Marketplace' && subscription.renewsItself);
}

/** Whether its term or trial is over, even if that does not end the subscription. */
export function hasLapsed(
  { validUntil, trialEndsAt }: Pick<Subscription, 'validUntil' | 'trialEndsAt'>,
  now: Date,
): boolean {
  return (validUntil !== null && validUntil <= now) || (trialEndsAt !== null && trialEndsAt <= now);
}

type TermFacts = Pick<Subscription, 'source' | 'isTrial' | 'trialEndsAt' | keyof Term>;

/**
 * Only marketplace subscriptions renew automatically. Only a trial has `trialEndsAt`, and not after `validUntil`. If the
 * clock ends the subscription, both ends must be in the future.
 */
export function termIssues(subscription: TermFacts, now: Date): readonly ValidationIssue[] {
  const { source, isTrial, trialEndsAt, validUntil, renewsItself } = subscription;
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => issues.push({ path, rule, message });

  if (renewsItself && source !== 'Marketplace') {
    complain('renewsItself', 'source', 'can be true only for a marketplace subscription');
  }
  if (trialEndsAt !== null && !isTrial) complain('trialEndsAt', 'trial', 'is allowed only for a trial');
  if (trialEndsAt !== null && validUntil !== null && validUntil < trialEndsAt) {
    complain('trialEndsAt', 'term', 'must not be later than validUntil');
  }
  if (!isEndedByClock(subscription)) return issues;
  if (validUntil !== null && validUntil <= now) complain('validUntil', 'future', 'must be in the future');
  if (trialEndsAt !== null && trialEndsAt <= now) complain('trialEndsAt', 'future', 'must be in the future');
  return issues;
}

/** A whole number of seats, or null (never 0) if it is not sold by the seat. */
export function quantityIssues({ quantity }: Pick<Subscription, 'quantity'>): readonly ValidationIssue[] {
  if (quantity === null || (Number.isInteger(quantity) && quantity >= 1 && quantity <= maxSeats)) return [];
  const message = `must be a whole number from 1 to ${maxSeats}, or null`;
  return [{ path: 'quantity', rule: 'seats', message }];
}
