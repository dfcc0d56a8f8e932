export const termUnits = ['P1M', 'P1Y', 'P2Y', 'P3Y', 'P4Y', 'P5Y'] as const;
export type TermUnit = (typeof termUnits)[number];

/** A term; without dates until it has begun. The end is the last day, and a renewal begins on the next. */
export interface Term {
  readonly termUnit: TermUnit;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
}

export function termFrom(start: Date, termUnit: TermUnit): Term {
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const months = termUnit === 'P1M' ? 1 : 12 * Number(termUnit.charAt(1));
  // The day before the same day of another month, or before the first of the month after it where it has no such day.
  const next = new Date(Date.UTC(year, month + months, day));
  return {
    termUnit,
    startDate: new Date(Date.UTC(year, month, day)),
    endDate: new Date(next.getTime() - dayMilliseconds),
  };
}

export function nextTerm({ termUnit, endDate }: Term, now: Date): Term {
  return termFrom(endDate ? new Date(endDate.getTime() + dayMilliseconds) : now, termUnit);
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
