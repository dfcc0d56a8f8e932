const day = 24 * 3_600_000;

/** Days before the expiry of a marketplace credential at which support gets a notice. */
const warnings: readonly number[] = [1, 7, 30, 60];
export const maxWarningMilliseconds = 60 * day;

/** Days before the expiry of a service account's key: a program gets another one within minutes. */
const keyWarnings: readonly number[] = [1, 7];
export const maxKeyWarningMilliseconds = 7 * day;

/** The due warning in days; null: none yet. */
export function warningOf(endsAt: Date, now: Date, ahead = warnings): number | null {
  return ahead.find((days) => endsAt.getTime() - now.getTime() <= days * day) ?? null;
}

/** As `warningOf`. A key with a shorter life than the warning's days was meant to end soon. */
export function keyWarningOf(
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date },
  now: Date,
): number | null {
  const warning = warningOf(expiresAt, now, keyWarnings);
  const isLonger = warning !== null && expiresAt.getTime() - createdAt.getTime() > warning * day;
  return isLonger ? warning : null;
}

/** Whole days. */
export function daysLeft(endsAt: Date, now: Date): number {
  return Math.max(0, Math.floor((endsAt.getTime() - now.getTime()) / day));
}
