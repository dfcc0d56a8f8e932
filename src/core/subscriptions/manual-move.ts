import { type Refusal, refuse } from '../refusal.ts';
import type { MoveType, Subscription } from './subscription.ts';
import { allowedMoves } from './transition.ts';

/** The moves that people make; only the clock says that something has expired. */
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
 * What people may do to a subscription now. One of the marketplace's is moved there, by its buyer or its publisher, and
 * we follow: moved here alone, it would go on being paid for there.
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
    'The subscription was bought on the marketplace: change it there, and it will be changed here.',
  );
}
