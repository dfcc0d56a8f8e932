import type { IncludedPeriod } from '../catalogue/meter.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { type Period, periodOf, termsOf } from './period.ts';
import { usageHourOf } from './window.ts';

/**
 * The period in which a subscription is now, or in which it ended. Undefined if it was never activated: it has no usage.
 *
 * @param history its states, oldest first
 */
export function currentPeriod(
  history: readonly Subscription[],
  per: IncludedPeriod,
  now: Date,
): Period | undefined {
  const terms = termsOf(history);
  if (terms.length === 0) return undefined;
  const endedAt = history.at(-1)?.endedAt ?? null;
  // The end is exclusive: an hour that begins with it is not used.
  const last = endedAt !== null && endedAt <= now ? new Date(endedAt.getTime() - 1) : now;
  return periodOf(terms, per, usageHourOf(last));
}
