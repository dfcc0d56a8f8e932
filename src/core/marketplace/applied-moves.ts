import type { MoveType } from '../subscriptions/subscription.ts';
import { moveTypes } from '../subscriptions/transition.ts';

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
