import type { Subscription } from '../queries.ts';

export type Move = Subscription['allowedMoves'][number];

interface MoveTexts {
  /** The button label. */
  readonly verb: string;
  /** The effect in words. */
  readonly effect: string;
  /** The success message. */
  readonly done: string;
  /** Whether it cannot be undone. */
  readonly isFinal?: boolean;
}

export const moveTexts: Readonly<Record<Move, MoveTexts>> = {
  activate: {
    verb: 'Activate',
    effect: 'The customer gets full access at once.',
    done: 'Subscription activated.',
  },
  reinstate: {
    verb: 'Reinstate',
    effect: 'The customer gets full access again at once.',
    done: 'Subscription reinstated.',
  },
  changePlan: {
    verb: 'Change plan',
    effect: 'Changes to another plan of the same product. Capabilities and limits change at once.',
    done: 'Plan changed.',
  },
  changeQuantity: {
    verb: 'Change seats',
    effect: 'Sets the number of paid seats, at least as many as are assigned.',
    done: 'Seats changed.',
  },
  renew: {
    verb: 'Renew',
    effect: 'Sets a new end. A trial becomes a full subscription, and a scheduled cancellation is revoked.',
    done: 'Subscription renewed.',
  },
  suspend: {
    verb: 'Suspend',
    effect:
      'The customer keeps read-only access until it is reinstated, for example while an invoice is unpaid.',
    done: 'Subscription suspended.',
  },
  cancelAtTermEnd: {
    verb: 'Cancel at term end',
    effect: 'The subscription ends with its term. A renewal revokes the cancellation.',
    done: 'Cancellation scheduled.',
  },
  cancelNow: {
    verb: 'Cancel now',
    effect: 'The customer loses access at once.',
    done: 'Subscription cancelled.',
    isFinal: true,
  },
};

/** The order of the buttons: continuing moves first, ending moves last. */
export const movesInOrder = Object.keys(moveTexts) as readonly Move[];

/** The labels of the history. */
const pastLabels: Readonly<Record<string, string>> = {
  create: 'Bought',
  activate: 'Activated',
  reinstate: 'Reinstated',
  changePlan: 'Plan changed',
  changeQuantity: 'Seats changed',
  renew: 'Renewed',
  suspend: 'Suspended',
  cancelAtTermEnd: 'Cancellation scheduled',
  cancelNow: 'Cancelled',
  expire: 'Expired',
};
export const historyLabelOf = (move: string): string => pastLabels[move] ?? move;

/** The actor: a person's name, the marketplace or the clock. */
export const doerOf = (actor: string): string =>
  actor === 'marketplace' || actor === 'clock' ? `the ${actor}` : actor;
