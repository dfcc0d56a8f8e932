import type { Subscription } from '../subscriptions/subscription.ts';
import type { MarketplaceOperation, MarketplaceStatus, MarketplaceSubscription } from './fulfilment.ts';
import type { ReceivedCall } from './received-call.ts';

/** What a succeeded operation says of the subscription. Null: it says nothing of that. */
export interface ExpectedChange {
  readonly planId: string | null;
  readonly quantity: number | null;
  readonly status: MarketplaceStatus | null;
  /** After a renewal the term ends later than this. */
  readonly termEndsAfter: Date | null;
  /** The end needs no proof by a read: what has ended does not come back. */
  readonly hasEnded: boolean;
}

/** A change that is known to have been made, whether or not reads show it already. */
export interface ConfirmedChange {
  readonly expected: ExpectedChange;
  /** The marketplace's time of the operation. */
  readonly operationAt: Date;
  readonly confirmedAt: Date;
}

/** For how long a read may lag behind a confirmed change. What a read shows later than this is followed. */
export const lagMilliseconds = 2 * 60_000;
/** When a subscription is compared once more that was followed although it did not show the change. */
export const comparisonPauseMilliseconds = 10 * 60_000;

const shortestPause = 500;
const longestPause = 30_000;

export const nothingExpected: ExpectedChange = {
  planId: null,
  quantity: null,
  status: null,
  termEndsAfter: null,
  hasEnded: false,
};

/**
 * What the subscription is once an operation has succeeded. A renewal does not name the new term: it ends later than ours,
 * unless ours was changed after the operation and may have it already.
 */
export function expectedAfter(
  operation: Pick<MarketplaceOperation, 'action' | 'planId' | 'quantity' | 'at'>,
  call: Pick<ReceivedCall, 'planId' | 'quantity'>,
  ours: Pick<Subscription, 'validUntil' | 'changedAt'> | null,
): ExpectedChange {
  switch (operation.action) {
    case 'ChangePlan':
      return { ...nothingExpected, planId: operation.planId ?? call.planId };
    case 'ChangeQuantity':
      return { ...nothingExpected, quantity: operation.quantity ?? call.quantity };
    case 'Suspend':
      return { ...nothingExpected, status: 'Suspended' };
    case 'Subscribe':
    case 'Reinstate':
      return { ...nothingExpected, status: 'Subscribed' };
    case 'Unsubscribe':
      return { ...nothingExpected, status: 'Unsubscribed', hasEnded: true };
    case 'Renew': {
      const isOlder = ours !== null && (operation.at === null || ours.changedAt < operation.at);
      return { ...nothingExpected, termEndsAfter: isOlder ? ours.validUntil : null };
    }
    case null:
      return nothingExpected;
  }
}

type Snapshot = Pick<MarketplaceSubscription, 'planId' | 'quantity' | 'status' | 'term'>;

/** Whether a read shows what is expected. An end is never outdated, and a term that is not told proves nothing. */
export function showsExpected(snapshot: Snapshot, expected: ExpectedChange): boolean {
  if (snapshot.status === 'Unsubscribed') return true;
  const { planId, quantity, status, termEndsAfter } = expected;
  const { endsAt } = snapshot.term;
  return (
    (planId === null || snapshot.planId === planId) &&
    (quantity === null || snapshot.quantity === quantity) &&
    (status === null || snapshot.status === status) &&
    (termEndsAfter === null || endsAt === null || endsAt > termEndsAfter)
  );
}

/**
 * Whether a read is older than what is known: of plan, quantity, status and term each, the newest operation that says
 * something of it counts, and only if it was confirmed after `since`. Of two at the same time that differ neither counts.
 */
export function isBehind(snapshot: Snapshot, changes: readonly ConfirmedChange[], since: Date): boolean {
  const binding = <Member extends keyof ExpectedChange>(member: Member): ExpectedChange[Member] | null => {
    const saying = changes.filter(({ expected }) => expected[member] !== null);
    const newestAt = Math.max(...saying.map(({ operationAt }) => operationAt.getTime()));
    const newest = saying.filter(({ operationAt }) => operationAt.getTime() === newestAt);
    const [value = null, ...others] = new Set(newest.map(({ expected }) => expected[member]));
    return others.length === 0 && newest.some(({ confirmedAt }) => confirmedAt > since) ? value : null;
  };
  return !showsExpected(snapshot, {
    planId: binding('planId'),
    quantity: binding('quantity'),
    status: binding('status'),
    termEndsAfter: binding('termEndsAfter'),
    hasEnded: false,
  });
}

/** What comes after a read of a subscription with a confirmed change. */
export type ReadingStep =
  | { readonly step: 'end' }
  /** It is behind, and was not followed. */
  | { readonly step: 'readAgain'; readonly at: Date }
  /** It was followed although it never showed the change. */
  | { readonly step: 'compareAgain'; readonly at: Date };

/**
 * A read that is behind is repeated, with pauses that grow as long as the wait so far, for two minutes. Then whatever it
 * shows is followed, and compared once more after ten minutes.
 *
 * @param followedAt when it was followed without having shown the change; null before.
 */
export function stepAfterReading(
  {
    isShown,
    confirmedAt,
    followedAt,
  }: {
    readonly isShown: boolean;
    readonly confirmedAt: Date;
    readonly followedAt: Date | null;
  },
  now: Date,
): ReadingStep {
  if (isShown || followedAt !== null) return { step: 'end' };
  const waited = now.getTime() - confirmedAt.getTime();
  if (waited >= lagMilliseconds) {
    return { step: 'compareAgain', at: new Date(now.getTime() + comparisonPauseMilliseconds) };
  }
  const pause = Math.min(Math.max(shortestPause, waited), longestPause, lagMilliseconds - waited);
  return { step: 'readAgain', at: new Date(now.getTime() + pause) };
}
