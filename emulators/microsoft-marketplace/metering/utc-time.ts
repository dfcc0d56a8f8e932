const hourMilliseconds = 60 * 60 * 1000;
const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/i;

/** An ISO date, or date and time. Without a zone it is UTC, as the marketplace reads it. */
export function readUtcTime(text: string): Date | undefined {
  const match = iso.exec(text);
  if (!match) return undefined;
  const [, time, , , zone] = match;
  const date = new Date(time !== undefined && zone === undefined ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

export function hourOf(date: Date): Date {
  return new Date(Math.floor(date.getTime() / hourMilliseconds) * hourMilliseconds);
}

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
