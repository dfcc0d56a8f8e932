import { type Refusal, refuse } from '../refusal.ts';
import type { MoveType, Subscription } from './subscription.ts';
import { allowedMoves } from './transition.ts';

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
