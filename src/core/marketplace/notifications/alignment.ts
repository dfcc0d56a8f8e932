import { isRefusal } from '../../refusal.ts';
import { subscriptionAt } from '../../subscriptions/clock.ts';
import type { Move, MoveType, Subscription, Term } from '../../subscriptions/subscription.ts';
import { isSameTerm, quantityIssues } from '../../subscriptions/term.ts';
import { monotonicTime, moveTypes, type Transition, transition } from '../../subscriptions/transition.ts';
import type { MarketplaceSubscription } from '../fulfilment-service.ts';

/** The plan of the catalogue that a marketplace plan is mapped to. */
export interface MappedPlan {
  readonly productId: string;
  readonly planId: string;
  /** Sold by the seat: the marketplace's quantity is the number of seats. */
  readonly hasSeats: boolean;
}

/**
 * Why a subscription cannot match the marketplace: its plan is not mapped, or mapped to another product; it has ended
 * here, which is final; or its source is not the marketplace.
 */
export type AlignmentObstacle = 'PlanNotMapped' | 'HasEnded' | 'OtherSource';

interface AlignmentStep {
  readonly move: Move;
  readonly transition: Transition;
}

export interface Alignment {
  /** In order, each from the state after the previous one. Empty: nothing to change. */
  readonly steps: readonly AlignmentStep[];
  readonly obstacle: AlignmentObstacle | null;
}

/** Whether the subscription is in use or suspended at the marketplace. */
export function isLive({ status }: Pick<MarketplaceSubscription, 'status'>): boolean {
  return status === 'Subscribed' || status === 'Suspended';
}

/**
 * The moves that make the subscription match the marketplace:
 *
 * | marketplace | here | moves |
 * |---|---|---|
 * | Subscribed | Pending | activate, then as Active |
 * | Subscribed | Suspended | reinstate, then as Active |
 * | Subscribed | Active | renew or cancel at the term's end, change the plan, change the quantity: what differs |
 * | Suspended | Pending, Active | as Subscribed, then suspend |
 * | Suspended | Suspended | none: changes are applied when it is reinstated |
 * | Unsubscribed | not ended | cancel now |
 * | anything else | any | none: not started, or an unknown status |
 *
 * Values that the marketplace omits stay unchanged. An end is final: a new purchase is a new subscription.
 */
export function alignSubscription(
  local: Subscription,
  remote: MarketplaceSubscription,
  plan: MappedPlan | null,
  now: Date,
): Alignment {
  const at = monotonicTime(local, now);
  const current = subscriptionAt(local, at);
  const hasEnded = current.status === 'Cancelled' || current.status === 'Expired';
  if (local.source !== 'Marketplace') return nothing('OtherSource');
  if (remote.status === 'Unsubscribed') {
    return hasEnded
      ? nothing()
      : { steps: stepsFrom(current, [() => ({ type: 'cancelNow' })], at), obstacle: null };
  }
  if (!isLive(remote)) return nothing();
  if (hasEnded) return nothing('HasEnded');

  const ourPlan = plan?.productId === current.productId ? plan : null;
  const obstacle = ourPlan ? null : 'PlanNotMapped';
  if (remote.status === 'Suspended' && current.status === 'Suspended') return { steps: [], obstacle };
  const end: NextMove[] = remote.status === 'Suspended' ? [() => ({ type: 'suspend' })] : [];
  const moves: readonly NextMove[] = [
    (subscription) => beginning(subscription, remote, at),
    (subscription) => termMove(subscription, remote, at),
    () => ourPlan && { type: 'changePlan', planId: ourPlan.planId },
    (subscription) => quantityMove(subscription, remote, ourPlan),
    ...end,
  ];
  return { steps: stepsFrom(current, moves, at), obstacle };
}

function nothing(obstacle: AlignmentObstacle | null = null): Alignment {
  return { steps: [], obstacle };
}

/** The next move from the state after the previous moves; null: none needed. */
type NextMove = (subscription: Subscription) => Move | null;

function stepsFrom(
  subscription: Subscription,
  moves: readonly NextMove[],
  now: Date,
): readonly AlignmentStep[] {
  const steps: AlignmentStep[] = [];
  let current = subscription;
  for (const next of moves) {
    const move = next(current);
    const made = move && transition(current, move, now);
    if (!move || !made) continue;
    if (isRefusal(made)) throw new Error(`Alignment: ${made.detail}`);
    if (made.events.length === 0) continue;
    steps.push({ move, transition: made });
    current = made.subscription;
  }
  return steps;
}

/**
 * The term at the marketplace. While the subscription is live there, only a future end lets the clock end it; without
 * one it counts as renewing automatically.
 */
export function termOf(
  remote: Pick<MarketplaceSubscription, 'term' | 'autoRenew'>,
  now: Date,
  fallback: Date | null = null,
): Term {
  const validUntil = remote.term.endsAt ?? fallback;
  return { validUntil, renewsItself: remote.autoRenew || validUntil === null || validUntil <= now };
}

/** The seats at the marketplace; null for an invalid number. */
export function seatsOf({ quantity }: Pick<MarketplaceSubscription, 'quantity'>): number | null {
  return quantityIssues({ quantity }).length === 0 ? quantity : null;
}

function beginning(local: Subscription, remote: MarketplaceSubscription, now: Date): Move | null {
  const term = termOf(remote, now, local.validUntil);
  const trialEndsAt = local.isTrial && term.validUntil ? term.validUntil : undefined;
  if (local.status === 'Pending') return { type: 'activate', term, trialEndsAt };
  if (local.status === 'Suspended') return { type: 'reinstate', term, staysTrial: remote.isFreeTrial };
  return null;
}

/** Automatic renewal turned off is a cancellation at the end of the term; turned on, or another end, is a renewal. */
function termMove(local: Subscription, remote: MarketplaceSubscription, now: Date): Move | null {
  const term = termOf(remote, now, local.validUntil);
  const staysTrial = local.isTrial && remote.isFreeTrial;
  const isSameTrial =
    local.isTrial === staysTrial &&
    (!staysTrial || local.trialEndsAt?.getTime() === term.validUntil?.getTime());
  if (isSameTrial && isSameTerm(local, term)) return null;
  const isTurnedOff = isSameTrial && isSameTerm({ ...local, renewsItself: false }, term);
  return isTurnedOff ? { type: 'cancelAtTermEnd' } : { type: 'renew', term, staysTrial };
}

function quantityMove(local: Subscription, remote: MarketplaceSubscription, plan: MappedPlan | null): Move {
  const hasSeats = plan ? plan.hasSeats : local.quantity !== null;
  return { type: 'changeQuantity', quantity: hasSeats ? (seatsOf(remote) ?? local.quantity) : null };
}

/** The `detail` of an applied notification: the names of its moves, or a sentence. */
export function appliedDetail(moves: readonly MoveType[]): string {
  return moves.join(', ') || 'The subscription was up to date.';
}

/** The moves that a stored `detail` names, in order; none for a sentence. */
export function movesOfDetail(detail: string | null): readonly MoveType[] {
  const names = detail === null ? [] : detail.split(', ');
  return names.every(isMoveType) ? names : [];
}

function isMoveType(name: string): name is MoveType {
  return (moveTypes as readonly string[]).includes(name);
}

const obstacles: Readonly<Record<AlignmentObstacle, string>> = {
  PlanNotMapped: 'Its plan is not mapped to a plan of the product; all other changes were applied.',
  HasEnded: 'It has ended here, which is final, but is still live at the marketplace.',
  OtherSource: 'It is not recorded as sold on the marketplace.',
};

export function obstacleText(obstacle: AlignmentObstacle): string {
  return obstacles[obstacle];
}

export function unmappedPlanText({
  offerId,
  planId,
}: Pick<MarketplaceSubscription, 'offerId' | 'planId'>): string {
  return `The plan ${planId} of the offer ${offerId} is not mapped to a published plan.`;
}
