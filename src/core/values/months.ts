/** The same day and time some months later; the month's last day if it has no such day. */
export function monthsAfter(instant: Date, months: number): Date {
  const later = new Date(instant);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return later;
}
