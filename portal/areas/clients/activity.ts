interface CountedHour {
  readonly hour: string;
  readonly calls: number;
  readonly refused: number;
}

/** A bar of the chart: answered and refused requests. */
export interface ActivityBar {
  readonly from: string;
  readonly answered: number;
  readonly refused: number;
}

const hourLong = 3_600_000;

/** The periods and the hours of their bars. */
export const spans = {
  day: { label: '24 hours', hours: 24, barHours: 1 },
  week: { label: '7 days', hours: 168, barHours: 6 },
  month: { label: '30 days', hours: 720, barHours: 24 },
} as const;
export type Span = keyof typeof spans;

/** Bars without gaps over the whole period. */
export function barsOf(
  { from, until, hours }: { from: string; until: string; hours: readonly CountedHour[] },
  barHours: number,
): readonly ActivityBar[] {
  const start = Date.parse(from);
  const barLong = barHours * hourLong;
  const bars = Array.from({ length: Math.ceil((Date.parse(until) - start) / barLong) }, (_, index) => ({
    from: new Date(start + index * barLong).toISOString(),
    answered: 0,
    refused: 0,
  }));
  for (const { hour, calls, refused } of hours) {
    const bar = bars[Math.floor((Date.parse(hour) - start) / barLong)];
    if (!bar) continue;
    bar.answered += calls - refused;
    bar.refused += refused;
  }
  return bars;
}
