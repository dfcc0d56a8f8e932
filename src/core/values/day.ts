import { readTimestamp } from './timestamp.ts';

export const dayMessage = 'must be a day, such as 2026-11-15, in the years 1970 to 9999';

/** The first instant of a UTC day; undefined for any other text than `2026-11-15`, or a day that does not exist. */
export function readDay(text: string): Date | undefined {
  return readTimestamp(`${text}T00:00:00Z`);
}

/** The first instant of a text that a schema has validated as a day. */
export function dayOf(text: string): Date {
  const day = readDay(text);
  if (!day) throw new Error('The text was not validated as a day');
  return day;
}

/** The UTC day of an instant: `2026-11-15`. */
export function dayText(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
