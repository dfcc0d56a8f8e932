import type { Subscription } from '../queries.ts';

export type Move = Subscription['allowedMoves'][number];

interface MoveWords {
  /** On its button. */
  readonly verb: string;
  /** What it does, to somebody who thinks about doing it. */
  readonly effect: string;
  /** That it was done. */
  readonly done: string;
  /** It cannot be taken back. */
  readonly isFinal?: boolean;
}

export const moveWords: Readonly<Record<Move, MoveWords>> = {
  activate: {
    verb: 'Activate',
    effect: 'Begins it: the customer gets full access at once.',
    done: 'It is active.',
  },
  reinstate: {
    verb: 'Reinstate',
    effect: 'Ends the suspension: the customer has full access again at once.',
    done: 'It is active again.',
  },
  changePlan: {
    verb: 'Change the plan',
    effect: 'Puts another plan of the same product in its place; capabilities and limits follow at once.',
    done: 'The plan is changed.',
  },
  changeQuantity: {
    verb: 'Change the seats',
    effect: 'Sets how many seats are paid for: not fewer than are assigned.',
    done: 'The number of seats is changed.',
  },
  renew: {
    verb: 'Renew',
    effect:
      'Gives it a new end. A trial becomes a full subscription, and a cancellation to come is taken back.',
    done: 'It is renewed.',
  },
  suspend: {
    verb: 'Suspend',
    effect: 'Leaves the customer read-only access until it is reinstated, for instance while nobody pays.',
    done: 'It is suspended.',
  },
  cancelAtTermEnd: {
    verb: 'Cancel at the term’s end',
    effect: 'Lets it run until its end, and not longer. A renewal takes this back.',
    done: 'It ends with its term.',
  },
  cancelNow: {
    verb: 'Cancel now',
    effect: 'Ends it for good: the customer loses access at once.',
    done: 'It is cancelled.',
    isFinal: true,
  },
};

/** In the order in which they are offered: what goes on first, what ends last. */
export const movesInOrder = Object.keys(moveWords) as readonly Move[];

/** What happened, as the history names it. */
const pastLabels: Readonly<Record<string, string>> = {
  create: 'Bought',
  activate: 'Activated',
  reinstate: 'Reinstated',
  changePlan: 'Plan changed',
  changeQuantity: 'Seats changed',
  renew: 'Renewed',
  suspend: 'Suspended',
  cancelAtTermEnd: 'Cancelled for the term’s end',
  cancelNow: 'Cancelled',
  expire: 'Expired',
};
export const pastWordsOf = (move: string): string => pastLabels[move] ?? move;

/** Who did it: somebody by name, or one of those who are no person. */
export const doerOf = (actor: string): string =>
  actor === 'marketplace' || actor === 'clock' ? `the ${actor}` : actor;
