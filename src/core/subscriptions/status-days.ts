import { type SubscriptionStatus, subscriptionStatuses } from './subscription.ts';

const dayMilliseconds = 24 * 3_600_000;

/** The change in the number of subscriptions of a status on a day; the first day includes all earlier changes. */
export interface StatusChange {
  /** `2026-11-15`, in UTC. */
  readonly day: string;
  readonly status: SubscriptionStatus;
  readonly change: number;
}

export type StatusCounts = Readonly<Record<SubscriptionStatus, number>>;

/** The last `count` days, ending today. */
export function daysUpTo(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * dayMilliseconds).toISOString().slice(0, 10),
  );
}

/** The number of subscriptions by status at the end of each day; for today, now. */
export function statusesByDay(
  changes: readonly StatusChange[],
  days: readonly string[],
): readonly { readonly day: string; readonly counts: StatusCounts }[] {
  const counts = Object.fromEntries(subscriptionStatuses.map((status) => [status, 0])) as Record<
    SubscriptionStatus,
    number
  >;
  return days.map((day) => {
    for (const change of changes) if (change.day === day) counts[change.status] += change.change;
    return { day, counts: { ...counts } };
  });
}
