import type { MarketplaceSubscription } from '../fulfilment-service.ts';
import type { ExpectedChange } from './action-effect.ts';

/** A succeeded change, whether or not reads show it yet. */
export interface ConfirmedChange {
  readonly expected: ExpectedChange;
  /** The time of the operation at the marketplace. */
  readonly operationAt: Date;
  readonly confirmedAt: Date;
}

/** How long a read may lag behind a confirmed change. Later reads are applied as they are. */
export const lagMilliseconds = 2 * 60_000;
/** The pause before a further comparison, after a read was applied that never showed the change. */
const comparisonPauseMilliseconds = 10 * 60_000;

const minPause = 500;
const maxPause = 30_000;

type Snapshot = Pick<MarketplaceSubscription, 'planId' | 'quantity' | 'status' | 'term'>;

/** Whether a read shows the expected state. An end is never outdated; a missing term is ignored. */
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
 * Whether a read lags behind the confirmed changes. For plan, quantity, status and term the newest operation counts, if
 * it was confirmed after `since`. If two at the same time differ, neither counts.
 */
export function isBehind(snapshot: Snapshot, changes: readonly ConfirmedChange[], since: Date): boolean {
  const binding = <Member extends keyof ExpectedChange>(member: Member): ExpectedChange[Member] | null => {
    const affecting = changes.filter(({ expected }) => expected[member] !== null);
    const newestAt = Math.max(...affecting.map(({ operationAt }) => operationAt.getTime()));
    const newest = affecting.filter(({ operationAt }) => operationAt.getTime() === newestAt);
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

/** The next step after a read of a subscription with a confirmed change. */
export type ReadingStep =
  | { readonly step: 'end' }
  /** The read lags and was not applied. */
  | { readonly step: 'readAgain'; readonly at: Date }
  /** The read was applied although it never showed the change. */
  | { readonly step: 'compareAgain'; readonly at: Date };

/**
 * A lagging read is repeated for two minutes, with pauses as long as the wait so far. Then the read is applied, and
 * compared again after ten minutes.
 *
 * @param followedAt when a lagging read was applied; null before.
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
  const pause = Math.min(Math.max(minPause, waited), maxPause, lagMilliseconds - waited);
  return { step: 'readAgain', at: new Date(now.getTime() + pause) };
}
