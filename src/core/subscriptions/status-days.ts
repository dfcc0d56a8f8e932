import { type SubscriptionStatus, subscriptionStatuses } from './subscription.ts';

const dayLong = 24 * 3_600_000;

/** By how much the number of subscriptions of a status changed on a day; all that was before is on the first. */
export interface StatusChange {
  /** `2026-11-15`, in UTC. */
  readonly day: string;
  readonly status: SubscriptionStatus;
  readonly change: number;
}

export type StatusCounts = Readonly<Record<SubscriptionStatus, number>>;

/** The last so many days, today the last of them. */
export function daysUpTo(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * dayLong).toISOString().slice(0, 10),
  );
}

/** How many subscriptions stood where at the end of each of the days; of today, now. */
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
