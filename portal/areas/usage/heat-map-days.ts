import { formatNumber } from '../../parts/format/format-number.ts';
import type { Tone } from '../../parts/status-badge.tsx';
import { titleOf } from '../../parts/usage-days/series-text.ts';
import type { HourDimension, UsageHour } from './queries.ts';
import { reportStates, stateLabels } from './states.ts';

export interface HeatMapCell {
  /** The start of the hour. */
  readonly hour: string;
  readonly until: string;
  readonly total: number;
  /** The reported quantity; null: of several dimensions, whose units differ. */
  readonly quantity: number | null;
  /** The most urgent state. */
  readonly tone: Tone;
  /** The quantity relative to the hour with the most, of the dimension that is nearest to its own: 1 to 4. */
  readonly level: number;
  readonly label: string;
}

export interface HeatMapDay {
  readonly day: string;
  /** One for each hour of the day, in UTC; null: no reports that are shown. */
  readonly cells: readonly (HeatMapCell | null)[];
}

const hourLong = 3_600_000;
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

export interface HeatMapHours {
  readonly hours: readonly UsageHour[];
  readonly dimensions: readonly HourDimension[];
  /** Whether hours with nothing but skipped reports are shown. */
  readonly withSkipped: boolean;
}

/** Days with their hours, the newest day first. */
export function heatMapDays(
  { hours, dimensions, withSkipped }: HeatMapHours,
  from: string,
  days: number,
): readonly HeatMapDay[] {
  const shown = hours.filter((hour) => withSkipped || totalOf(hour) > hour.skipped);
  const byHour = new Map(shown.map((hour) => [Date.parse(hour.hour), hour]));
  const scales = dimensions.map((dimension) => ({
    dimension,
    maximum: Math.max(...hours.map((hour) => quantityOf(hour, dimension))),
  }));
  const start = Date.parse(from);
  return Array.from({ length: days }, (_, index) => {
    const dayStart = start + (days - 1 - index) * 24 * hourLong;
    return {
      day: new Date(dayStart).toISOString(),
      cells: hoursOfDay.map((hour) => cellOf(byHour.get(dayStart + hour * hourLong), scales)),
    };
  });
}

interface Scale {
  readonly dimension: HourDimension;
  readonly maximum: number;
}

function cellOf(hour: UsageHour | undefined, scales: readonly Scale[]): HeatMapCell | null {
  if (!hour) return null;
  const total = totalOf(hour);
  const [only] = scales;
  const parts = scales.map(({ dimension, maximum }) =>
    maximum === 0 ? 0 : quantityOf(hour, dimension) / maximum,
  );
  return {
    hour: hour.hour,
    until: new Date(Date.parse(hour.hour) + hourLong).toISOString(),
    total,
    quantity: only && scales.length === 1 ? quantityOf(hour, only.dimension) : null,
    tone: toneOf(hour),
    level: Math.max(1, Math.ceil(4 * Math.max(0, ...parts))),
    label: [labelOf(hour), ...quantitiesOf(hour, scales)].join('; '),
  };
}

const totalOf = (hour: UsageHour) => reportStates.reduce((sum, state) => sum + hour[state], 0);

const quantityOf = (hour: UsageHour, of: Pick<HourDimension, 'product' | 'dimension'>): number =>
  hour.quantities.find(({ product, dimension }) => product === of.product && dimension === of.dimension)
    ?.quantity ?? 0;

/** `Rows moved (million rows): 12.5`. */
const quantitiesOf = (hour: UsageHour, scales: readonly Scale[]) =>
  scales
    .filter(({ dimension }) => quantityOf(hour, dimension) > 0)
    .map(
      ({ dimension }) =>
        `${titleOf({ ...dimension, name: dimension.dimensionName })}: ${formatNumber(quantityOf(hour, dimension))}`,
    );

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
