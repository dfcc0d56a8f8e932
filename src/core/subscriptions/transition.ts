import { type Refusal, refuse, refuseInvalid, type ValidationIssue } from '../refusal.ts';
import { dueMove, subscriptionAt } from './clock.ts';
import { eventsOfMove, type SubscriptionEvent } from './event.ts';
import type { Move, MoveType, Subscription, SubscriptionStatus } from './subscription.ts';
import { hasLapsed, isSameTerm, quantityIssues, termIssues } from './term.ts';

/** Without events there is nothing to write. */
export interface Transition {
  readonly subscription: Subscription;
  readonly events: readonly SubscriptionEvent[];
}

interface MoveRule {
  readonly from: readonly SubscriptionStatus[];
  readonly when?: (subscription: Subscription, now: Date) => boolean;
}

/**
 * The allowed moves by status. `cancelAtTermEnd` needs a future end. `expire` needs a term or trial that is over; before
 * that, cancel.
 */
const moveTable: Readonly<Record<MoveType, MoveRule>> = {
  activate: { from: ['Pending'] },
  changePlan: { from: ['Active'] },
  changeQuantity: { from: ['Active'] },
  suspend: { from: ['Active'] },
  reinstate: { from: ['Suspended'] },
  renew: { from: ['Active'] },
  cancelNow: { from: ['Pending', 'Active', 'Suspended'] },
  cancelAtTermEnd: {
    from: ['Active'],
    when: (subscription, now) =>
      subscription.cancelledAt === null && subscription.validUntil !== null && !hasLapsed(subscription, now),
  },
  expire: { from: ['Active'], when: hasLapsed },
};

export const moveTypes = Object.keys(moveTable) as readonly MoveType[];

/** The moves that are allowed now; none for an ended subscription. */
export function allowedMoves(subscription: Subscription, now: Date): readonly MoveType[] {
  const at = monotonicTime(subscription, now);
  const current = subscriptionAt(subscription, at);
  return moveTypes.filter((type) => isAllowed(current, type, at));
}

/**
 * The only way to change a subscription. First the clock is applied, so that a subscription that ended a minute ago
 * cannot be renewed before the sweeper runs. Then, in this order: a move to the present state is a no-op, because
 * notifications arrive twice; a move that the table does not allow is refused; invalid values (a past term, half a seat)
 * are refused; any other move is applied.
 */
export function transition(subscription: Subscription, move: Move, now: Date): Transition | Refusal {
  const at = monotonicTime(subscription, now);
  const current = subscriptionAt(subscription, at);
  if (isAlready(current, move, at)) return { subscription: current, events: eventsOfTime(subscription, at) };
  if (!isAllowed(current, move.type, at)) return refuseMove(current, move.type, at);

  const moved: Subscription = { ...apply(current, move, at), changedAt: at };
  const issues = issuesOf(moved, move.type, at);
  if (issues.length > 0) return refuseInvalid(issues);
  return { subscription: moved, events: eventsOfMove(move, current, moved) };
}

/** Clocks of nodes may differ: the history of a subscription must not run backwards. */
export function monotonicTime({ changedAt }: Subscription, now: Date): Date {
  return now < changedAt ? changedAt : now;
}

function isAllowed(current: Subscription, type: MoveType, at: Date): boolean {
  const { from, when } = moveTable[type];
  return from.includes(current.status) && (when === undefined || when(current, at));
}

/** Whether the move would change nothing. A final state accepts only its own move. */
function isAlready(current: Subscription, move: Move, at: Date): boolean {
  const { status } = current;
  switch (move.type) {
    case 'activate': {
      const target = activated(current, move, at);
      return (
        status === 'Active' &&
        isSameTerm(current, target) &&
        current.trialEndsAt?.getTime() === target.trialEndsAt?.getTime()
      );
    }
    case 'changePlan':
      return status === 'Active' && current.planId === move.planId;
    case 'changeQuantity':
      return status === 'Active' && current.quantity === move.quantity;
    case 'suspend':
      return status === 'Suspended';
    case 'reinstate':
      return status === 'Active' && (move.term === undefined || isSameTerm(current, move.term));
    case 'renew':
      return status === 'Active' && isSamePeriod(current, renewed(current, move));
    case 'cancelNow':
      return status === 'Cancelled';
    case 'cancelAtTermEnd':
      return (status === 'Active' || status === 'Suspended') && current.cancelledAt !== null;
    case 'expire':
      return status === 'Expired';
  }
}

/**
 * The state after each move. A renewal converts a trial and withdraws a scheduled cancellation. A cancellation at the end
 * of the term also turns automatic renewal off, so that the clock ends the subscription.
 */
function apply(current: Subscription, move: Move, at: Date): Subscription {
  switch (move.type) {
    case 'activate':
      return activated(current, move, at);
    case 'changePlan':
      return { ...current, planId: move.planId };
    case 'changeQuantity':
      return { ...current, quantity: move.quantity };
    case 'suspend':
      return { ...current, status: 'Suspended', suspendedAt: at };
    case 'reinstate': {
      const reinstated: Subscription = { ...current, status: 'Active', suspendedAt: null };
      if (!move.term) return reinstated;
      const next = renewed(reinstated, { ...move, term: move.term });
      if (!isSameTerm(current, move.term)) return next;
      // A trial that ended during the suspension was converted or extended within the same term.
      const hasTrialEnded = current.trialEndsAt !== null && current.trialEndsAt <= at;
      return hasTrialEnded && move.staysTrial !== undefined
        ? { ...next, cancelledAt: current.cancelledAt }
        : reinstated;
    }
    case 'renew':
      return renewed(current, move);
    case 'cancelNow':
      return { ...current, status: 'Cancelled', cancelledAt: at, endedAt: at };
    case 'cancelAtTermEnd':
      return { ...current, cancelledAt: at, renewsItself: false };
    case 'expire':
      return { ...current, status: 'Expired', endedAt: at };
  }
}

/** If only one of term and trial has an end, both get it. */
function activated(current: Subscription, move: Extract<Move, { type: 'activate' }>, at: Date): Subscription {
  const { validUntil, renewsItself } = move.term ?? current;
  const trialEndsAt = move.trialEndsAt ?? current.trialEndsAt;
  return {
    ...current,
    status: 'Active',
    activatedAt: at,
    renewsItself,
    validUntil: validUntil ?? trialEndsAt,
    trialEndsAt: trialEndsAt ?? (current.isTrial ? validUntil : null),
  };
}

function renewed(
  current: Subscription,
  { term: { validUntil, renewsItself }, staysTrial = false }: Omit<Extract<Move, { type: 'renew' }>, 'type'>,
): Subscription {
  const isTrial = current.isTrial && staysTrial;
  const trialEndsAt = isTrial ? validUntil : null;
  return { ...current, validUntil, renewsItself, isTrial, trialEndsAt, cancelledAt: null };
}

/** Whether a renewal would change nothing. */
function isSamePeriod(one: Subscription, other: Subscription): boolean {
  return (
    isSameTerm(one, other) &&
    one.isTrial === other.isTrial &&
    one.trialEndsAt?.getTime() === other.trialEndsAt?.getTime() &&
    one.cancelledAt?.getTime() === other.cancelledAt?.getTime()
  );
}

function issuesOf(moved: Subscription, type: MoveType, at: Date): readonly ValidationIssue[] {
  if (type === 'changeQuantity') return quantityIssues(moved);
  return type === 'activate' || type === 'reinstate' || type === 'renew' ? termIssues(moved, at) : [];
}

function eventsOfTime(subscription: Subscription, at: Date): readonly SubscriptionEvent[] {
  const due = dueMove(subscription, at);
  return due ? eventsOfMove(due.move, subscription, subscriptionAt(subscription, at)) : [];
}

function refuseMove(current: Subscription, move: MoveType, at: Date): Refusal {
  const { status } = current;
  const allowed = moveTypes.filter((type) => isAllowed(current, type, at));
  const hint = allowed.length > 0 ? `Allowed moves: ${allowed.join(', ')}.` : 'This status is final.';
  return refuse(
    'subscription.move_not_allowed',
    { move, status, allowed },
    `The subscription is ${status} and does not allow ${move}. ${hint}`,
  );
}

/** The moves that people can make; only the clock expires a subscription. */
export const manualMoves = [
  'activate',
  'changePlan',
  'changeQuantity',
  'suspend',
  'reinstate',
  'renew',
  'cancelNow',
  'cancelAtTermEnd',
] as const satisfies readonly MoveType[];
export type ManualMove = (typeof manualMoves)[number];

/**
 * The manual moves that are allowed now. A marketplace subscription is changed only on the marketplace: changed here
 * alone, the customer would still pay for it there.
 */
export function allowedManualMoves(subscription: Subscription, now: Date): readonly ManualMove[] {
  if (subscription.source === 'Marketplace') return [];
  const allowed = allowedMoves(subscription, now);
  return manualMoves.filter((move) => allowed.includes(move));
}

export function checkManualMove({ source, status }: Subscription, move: ManualMove): Refusal | undefined {
  if (source !== 'Marketplace') return undefined;
  return refuse(
    'subscription.move_not_allowed',
    { move, status, allowed: [] },
    'The subscription was bought on the marketplace: change it there, and the change is applied here.',
  );
}
