/** The term of a subscription. Missing and invalid values are null. */
export interface MarketplaceTerm {
  readonly startsAt: Date | null;
  /** The exclusive end; the marketplace names the last valid day. */
  readonly endsAt: Date | null;
  /** `P1M`, `P1Y`… */
  readonly unit: string | null;
}

const day = 24 * 60 * 60 * 1_000;
/** The marketplace writes the year 1 for an unset date. */
const earliest = Date.UTC(2000, 0, 1);

/**
 * Parses a term. The end is the last valid day: written as a day or as its midnight, the term ends a day later; written
 * as 23:59:59, a second later. Any other time of day is the exact end. An end that is not after the start is ignored, so
 * that the customer keeps access.
 */
export function readMarketplaceTerm(start: unknown, end: unknown, unit: unknown): MarketplaceTerm {
  const startsAt = readDate(start);
  const lastValid = readDate(end);
  const isTerm = lastValid !== null && (startsAt === null || lastValid > startsAt);
  return {
    startsAt,
    endsAt: isTerm ? endAfter(lastValid, String(end)) : null,
    unit: typeof unit === 'string' && unit.trim() !== '' ? unit.trim() : null,
  };
}

function endAfter(lastValid: Date, text: string): Date {
  // In the time zone of the text.
  const [, timeOfDay = '00:00:00'] = /T(\d{2}:\d{2}(?::\d{2})?)/i.exec(text) ?? [];
  const fraction = Number(/\d(\.\d+)/.exec(text)?.[1] ?? 0);
  if (/^00:00(:00)?$/.test(timeOfDay) && fraction === 0) return new Date(lastValid.getTime() + day);
  if (timeOfDay === '23:59:59') return new Date(Math.floor(lastValid.getTime() / 1_000 + 1) * 1_000);
  return lastValid;
}

function readDate(value: unknown): Date | null {
  const date = readMarketplaceTime(value);
  return date && date.getTime() >= earliest ? date : null;
}

/** The marketplace may omit the zone of a UTC time. */
export function readMarketplaceTime(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  const time = new Date(hasZone || text.length <= 10 ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
