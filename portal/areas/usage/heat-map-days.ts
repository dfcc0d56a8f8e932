import type { Tone } from '../../parts/status-badge.tsx';
import type { UsageHour } from './queries.ts';
import { reportStates, stateLabels } from './states.ts';

export interface HeatMapCell {
  /** The start of the hour. */
  readonly hour: string;
  readonly until: string;
  readonly total: number;
  /** The most urgent state. */
  readonly tone: Tone;
  /** The number of reports relative to the busiest hour: 1 to 4. */
  readonly level: number;
  readonly label: string;
}

export interface HeatMapDay {
  readonly day: string;
  /** One for each hour of the day, in UTC; null: no reports. */
  readonly cells: readonly (HeatMapCell | null)[];
}

const hourLong = 3_600_000;
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** Days with their hours, the newest day first. */
export function heatMapDays(hours: readonly UsageHour[], from: string, days: number): readonly HeatMapDay[] {
  const byHour = new Map(hours.map((hour) => [Date.parse(hour.hour), hour]));
  const maximum = Math.max(1, ...hours.map(totalOf));
  const start = Date.parse(from);
  return Array.from({ length: days }, (_, index) => {
    const dayStart = start + (days - 1 - index) * 24 * hourLong;
    return {
      day: new Date(dayStart).toISOString(),
      cells: hoursOfDay.map((hour) => cellOf(byHour.get(dayStart + hour * hourLong), maximum)),
    };
  });
}

function cellOf(hour: UsageHour | undefined, maximum: number): HeatMapCell | null {
  if (!hour) return null;
  const total = totalOf(hour);
  return {
    hour: hour.hour,
    until: new Date(Date.parse(hour.hour) + hourLong).toISOString(),
    total,
    tone: toneOf(hour),
    level: Math.ceil((4 * total) / maximum),
    label: labelOf(hour),
  };
}

const totalOf = (hour: UsageHour) => reportStates.reduce((sum, state) => sum + hour[state], 0);

function toneOf(hour: UsageHour): Tone {
  if (hour.failing > 0) return 'bad';
  return stateLabels[reportStates.find((state) => hour[state] > 0) ?? 'skipped'].tone;
}

function labelOf(hour: UsageHour): string {
  const counts = reportStates
    .filter((state) => hour[state] > 0)
    .map((state) => `${hour[state]} ${stateLabels[state].name.toLowerCase()}`);
  return [...counts, ...(hour.failing > 0 ? [`${hour.failing} of them failing`] : [])].join(', ');
}
