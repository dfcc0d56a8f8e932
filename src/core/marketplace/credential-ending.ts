const day = 24 * 3_600_000;

/** Days before the expiry at which support gets a notice. */
const warnings = [1, 7, 30, 60] as const;
export const maxWarningMilliseconds = 60 * day;

/** The due warning in days; null: none yet. */
export function warningOf(endsAt: Date, now: Date): number | null {
  return warnings.find((days) => endsAt.getTime() - now.getTime() <= days * day) ?? null;
}

/** Whole days. */
export function daysLeft(endsAt: Date, now: Date): number {
  return Math.max(0, Math.floor((endsAt.getTime() - now.getTime()) / day));
}
