import { formatNumber, formatPercent } from '../../../parts/format/format-number.ts';

interface CountedHour {
  readonly endpointId: string;
  readonly hour: string;
  readonly delivered: number;
  readonly failing: number;
  readonly failed: number;
}

export interface HourCount {
  readonly hour: string;
  readonly delivered: number;
  /** Failed or still failing. */
  readonly lost: number;
}

const hourLong = 3_600_000;
const hoursShown = 24;

/** All 24 hours, including those without events. */
export function countHours(
  { from, items }: { readonly from: string; readonly items: readonly CountedHour[] },
  endpointId: string,
): readonly HourCount[] {
  const own = new Map(
    items.filter((item) => item.endpointId === endpointId).map((item) => [Date.parse(item.hour), item]),
  );
  return Array.from({ length: hoursShown }, (_, index) => {
    const at = Date.parse(from) + index * hourLong;
    const { delivered = 0, failing = 0, failed = 0 } = own.get(at) ?? {};
    return { hour: new Date(at).toISOString(), delivered, lost: failing + failed };
  });
}

/** `97 % of 130 delivered`, `Nothing to deliver`. */
export function labelOfHours(hours: readonly HourCount[]): string {
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const all = hours.reduce((sum, hour) => sum + hour.lost, delivered);
  if (all === 0) return 'Nothing to deliver';
  return `${formatPercent(delivered / all)} of ${formatNumber(all)} delivered`;
}
