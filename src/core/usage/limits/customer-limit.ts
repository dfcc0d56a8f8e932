import { type LimitPeriod, limitPeriods, type UsageLimit } from '../../catalogue/meter.ts';
import { readQuantity } from '../../values/quantity.ts';
import { isName } from '../../values/text.ts';
import type { LimitSetter } from './limit.ts';

/** The subject of a limit that holds for the whole tenant. */
export const wholeTenant = '';
export const maxSubjectLength = 128;
/** Of a customer's ceilings for one dimension. */
export const maxSubjects = 100;

/** A limit of one customer: the partner's, instead of the plan's, or a ceiling of the customer's own. */
export interface CustomerLimit extends UsageLimit {
  readonly setBy: Exclude<LimitSetter, 'Plan'>;
  /** Empty: the whole tenant. The partner's limit has no subject. */
  readonly subject: string;
  readonly reason: string | null;
  /** Null: until it is removed. */
  readonly endsAt: Date | null;
  readonly setAt: Date;
  /** The person who set it. */
  readonly actor: string;
}

/** A limit in force. */
export interface AppliedLimit extends UsageLimit {
  readonly setBy: LimitSetter;
  readonly subject: string;
}

/** The partner's limit of the customer replaces the plan's until it ends, also by a higher one. */
export function partnersLimit(
  plan: UsageLimit | null,
  own: readonly CustomerLimit[],
  now: Date,
): AppliedLimit | null {
  const override = own.find((limit) => limit.setBy === 'Partner' && isInForce(limit, now));
  if (override) return applied(override, 'Partner', wholeTenant);
  return plan && applied(plan, 'Plan', wholeTenant);
}

/**
 * All limits of a dimension in force: the partner's, then the customer's ceilings, that of the tenant first. Each is counted
 * in its own period. All that hold for a use are checked; the one with the least left decides.
 */
export function limitsInForce(
  plan: UsageLimit | null,
  own: readonly CustomerLimit[],
  now: Date,
): readonly AppliedLimit[] {
  const partners = partnersLimit(plan, own, now);
  const ceilings = own
    .filter((limit) => limit.setBy === 'Customer' && isInForce(limit, now))
    .map((limit) => applied(limit, 'Customer', limit.subject))
    .sort((one, other) => (one.subject < other.subject ? -1 : 1));
  return [...(partners ? [partners] : []), ...ceilings];
}

function isInForce({ endsAt }: Pick<CustomerLimit, 'endsAt'>, now: Date): boolean {
  return endsAt === null || endsAt > now;
}

function applied({ quantity, per, action }: UsageLimit, setBy: LimitSetter, subject: string): AppliedLimit {
  return { quantity, per, action, setBy, subject };
}

/** Used and reserved, in per cent of the limit, rounded down. Of a limit of 0 everything is used. */
export function limitPercent(quantity: number, used: number): number {
  return quantity === 0 ? 100 : Math.floor((100 * Math.max(0, used)) / quantity);
}

/** Why a customer's ceiling was not set, and what to do. */
export const ceilingProblemTexts = {
  Quantity: 'Enter a quantity from 0 to 1,000,000,000, with at most 6 decimals.',
  Period: 'Choose a period.',
  Subject: `Enter one line of at most ${maxSubjectLength} characters, without control characters.`,
  NotLower:
    'The vendor’s limit is reached first. For the same or a shorter period, enter a lower quantity than that limit.',
  TooManySubjects: `There are ${maxSubjects} ceilings for users, teams or agents. Remove one first.`,
} as const;
export type CeilingProblem = keyof typeof ceilingProblemTexts;

interface Ceiling {
  readonly subject: string;
  readonly quantity: number;
  readonly per: LimitPeriod;
}

/** A ceiling as a customer writes it; a blank subject is the whole tenant. */
export function readCeiling(written: {
  readonly subject: string;
  readonly quantity: string;
  readonly per: string;
}): Ceiling | CeilingProblem {
  const text = written.quantity.trim();
  const quantity = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (typeof readQuantity(quantity) !== 'number') return 'Quantity';
  const per = limitPeriods.find((one) => one === written.per);
  if (per === undefined) return 'Period';
  const subject = written.subject.trim();
  if (subject !== wholeTenant && !isName(subject, maxSubjectLength)) return 'Subject';
  return { subject, quantity, per };
}

/**
 * A ceiling for the same or a shorter period must be lower than the partner's limit, which would always be reached first. One
 * for a longer period may have any quantity: both are counted, each in its period.
 */
export function ceilingProblem(
  { subject, quantity, per }: Ceiling,
  partners: UsageLimit | null,
  others: readonly Pick<CustomerLimit, 'setBy' | 'subject'>[],
): CeilingProblem | null {
  const isLonger = (one: LimitPeriod, other: LimitPeriod) =>
    limitPeriods.indexOf(one) > limitPeriods.indexOf(other);
  if (partners && !isLonger(per, partners.per) && quantity >= partners.quantity) return 'NotLower';
  const subjects = others.filter((other) => other.setBy === 'Customer' && other.subject !== wholeTenant);
  const isNew = subject !== wholeTenant && !subjects.some((other) => other.subject === subject);
  return isNew && subjects.length >= maxSubjects ? 'TooManySubjects' : null;
}
