const day = 24 * 3_600_000;

/** How many days ahead support is warned, each time once. */
const warnings = [1, 7, 30, 60] as const;
export const maxWarningMilliseconds = 60 * day;

/** The warning that is due, by its days; null while the end is further away than any. */
export function warningOf(endsAt: Date, now: Date): number | null {
  return warnings.find((days) => endsAt.getTime() - now.getTime() <= days * day) ?? null;
}

/** Whole days that are left. */
export function daysLeft(endsAt: Date, now: Date): number {
  return Math.max(0, Math.floor((endsAt.getTime() - now.getTime()) / day));
}
