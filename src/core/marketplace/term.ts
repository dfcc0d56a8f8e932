import { readMarketplaceTime } from './time.ts';

/** For how long a subscription was bought. What the marketplace does not say, or not with sense, is null. */
export interface MarketplaceTerm {
  readonly startsAt: Date | null;
  /** The instant at which it is over, where the marketplace names the last day that is still good. */
  readonly endsAt: Date | null;
  /** `P1M`, `P1Y`… */
  readonly unit: string | null;
}

const day = 24 * 60 * 60 * 1_000;
/** Before the marketplace there was nothing: an unset date is the year 1 there. */
const earliest = Date.UTC(2000, 0, 1);

/**
 * A term by the dates that are written. The end is the last good day: written as a day or as its midnight, the term is
 * over a day later; written as its last second, with the next. Any other time of day is an instant, and meant as one.
 * An end that is not behind the start says nothing: no term is that short, and a customer would lose what they pay for.
 */
export function readMarketplaceTerm(start: unknown, end: unknown, unit: unknown): MarketplaceTerm {
  const startsAt = readDate(start);
  const lastGood = readDate(end);
  const isTerm = lastGood !== null && (startsAt === null || lastGood > startsAt);
  return {
    startsAt,
    endsAt: isTerm ? endAfter(lastGood, String(end)) : null,
    unit: typeof unit === 'string' && unit.trim() !== '' ? unit.trim() : null,
  };
}

function endAfter(lastGood: Date, text: string): Date {
  // In the zone in which it is written.
  const [, timeOfDay = '00:00:00'] = /T(\d{2}:\d{2}(?::\d{2})?)/i.exec(text) ?? [];
  const fraction = Number(/\d(\.\d+)/.exec(text)?.[1] ?? 0);
  if (/^00:00(:00)?$/.test(timeOfDay) && fraction === 0) return new Date(lastGood.getTime() + day);
  if (timeOfDay === '23:59:59') return new Date(Math.floor(lastGood.getTime() / 1_000 + 1) * 1_000);
  return lastGood;
}

function readDate(value: unknown): Date | null {
  const date = readMarketplaceTime(value);
  return date && date.getTime() >= earliest ? date : null;
}
