import '@mantine/charts/styles.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import { formatNumber } from '../format/format-number.ts';
import { formatShortDay } from '../format/time.ts';
import styles from './charts.module.css';
import type { UsageSeries } from './queries.ts';
import { comparedPer, seriesText, titleOf } from './series-text.ts';
import { ticksTo } from './ticks.ts';

const axisFormat = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumSignificantDigits: 3 });

/** Of both charts, so that their days are below each other. */
const common = {
  dataKey: 'day',
  gridAxis: 'x',
  tickLine: 'none',
  valueFormatter: formatNumber,
  xAxisProps: { minTickGap: 40, interval: 'equidistantPreserveStart' },
} as const;

/** An axis from 0 to at least the maximum. With another interval the highest tick is moved down into the plot. */
function axisTo(maximum: number) {
  const ticks = ticksTo(maximum);
  const tickFormatter = (value: number) => axisFormat.format(value);
  return {
    width: 48,
    interval: 0,
    domain: [0, ticks.at(-1) ?? 1],
    ticks: [...ticks],
    tickFormatter,
  } as const;
}

interface ChartsProps {
  readonly series: UsageSeries;
  readonly height: number;
}

/** Two charts of a dimension: usage by day, and the running total of each period beside the included quantity and the limits. */
export function UsageCharts({ series, height }: ChartsProps) {
  const label = titleOf(series);
  const per = comparedPer(series);
  const dayLines = limitLines(series, 'Day');
  const periodLines = [...planLines(series), ...(per ? limitLines(series, per) : [])];
  const days = series.days.map(({ day, quantity, periodTotal }) => ({
    day: formatShortDay(day),
    quantity,
    periodTotal,
  }));
  return (
    <div className={styles.charts} role="img" aria-label={`${seriesText(series)}.`}>
      <BarChart
        {...common}
        h={height}
        data={days}
        series={[{ name: 'quantity', label, color: 'var(--portal-waiting)' }]}
        referenceLines={dayLines}
        yAxisProps={axisTo(
          topOf(
            dayLines,
            days.map(({ quantity }) => quantity),
          ),
        )}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false, margin: { top: 8 }, barCategoryGap: '15%' }}
      />
      {per && (
        <>
          <Text size="xs" c="dimmed" mt="xs">
            Running total of the period
          </Text>
          <AreaChart
            {...common}
            h={height}
            data={days}
            series={[{ name: 'periodTotal', label: `${label}, running total`, color: 'var(--portal-good)' }]}
            referenceLines={periodLines}
            yAxisProps={axisTo(
              topOf(
                periodLines,
                days.map(({ periodTotal }) => periodTotal ?? 0),
              ),
            )}
            curveType="linear"
            withDots={false}
            areaProps={{ isAnimationActive: false }}
            areaChartProps={{ accessibilityLayer: false, margin: { top: 16 } }}
          />
        </>
      )}
    </div>
  );
}

function planLines({ included, limit }: UsageSeries) {
  return [
    ...(included ? [lineAt(included.quantity, 'Included', 'var(--portal-attention)')] : []),
    ...(limit === null ? [] : [lineAt(limit, 'Limit', 'var(--portal-bad)')]),
  ];
}

const limitLines = ({ usageLimits }: UsageSeries, per: UsageSeries['usageLimits'][number]['per']) =>
  usageLimits
    .filter((limit) => limit.per === per)
    .map(({ quantity, setBy }) => lineAt(quantity, limitNames[setBy], 'var(--portal-bad)'));

const limitNames = {
  Plan: 'Usage limit',
  Partner: 'Usage limit of the customer',
  Customer: 'Ceiling',
} as const;

const lineAt = (y: number, name: string, color: string) => ({
  y,
  color,
  label: `${name} ${formatNumber(y)}`,
  labelPosition: 'insideTopLeft' as const,
});

/** The lines are inside the chart. */
const topOf = (lines: readonly { readonly y: number }[], quantities: readonly number[]) =>
  Math.max(...lines.map(({ y }) => y), ...quantities);
