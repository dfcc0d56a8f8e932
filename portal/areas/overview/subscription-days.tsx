import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../parts/format/format-number.ts';
import { formatShortDay } from '../../parts/format/time.ts';
import { type Column, RowTable } from '../../parts/list/row-table.tsx';
import { Section } from '../../parts/section.tsx';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import type { Overview } from './queries.ts';
import styles from './subscription-days.module.css';

type Status = keyof Overview['subscriptions']['now'];

/** The statuses that entitle, or may, at the bottom of the chart. */
const statuses: readonly { readonly name: Status; readonly tone: Tone; readonly color: string }[] = [
  { name: 'Active', tone: 'good', color: 'var(--portal-good)' },
  { name: 'Pending', tone: 'waiting', color: 'var(--portal-waiting)' },
  { name: 'Suspended', tone: 'attention', color: 'var(--portal-attention)' },
  { name: 'Cancelled', tone: 'ended', color: 'var(--portal-over)' },
  { name: 'Expired', tone: 'over', color: 'var(--portal-over-faint)' },
];

interface Row {
  readonly name: string;
  readonly tone: Tone;
  readonly now: number;
  readonly before: number;
}

const columns: readonly Column<Row>[] = [
  { name: 'Status', cell: (row) => <StatusLink row={row} /> },
  { name: 'Now', align: 'end', cell: ({ now }) => formatNumber(now) },
  { name: '30 days', align: 'end', cell: ({ now, before }) => change(now - before) },
];

function change(difference: number): string {
  if (difference === 0) return '±0';
  return difference > 0 ? `+${formatNumber(difference)}` : `−${formatNumber(-difference)}`;
}

/** Subscriptions by status, now and over the last days. */
export function SubscriptionDays({ subscriptions }: { readonly subscriptions: Overview['subscriptions'] }) {
  const { now, days } = subscriptions;
  if ([now, ...days.map(({ counts }) => counts)].every(isEmpty)) return <NoSubscriptions />;
  const first = days[0];
  const rows = statuses.map(({ name, tone }) => ({
    name,
    tone,
    now: now[name],
    before: first?.counts[name] ?? 0,
  }));
  const text = rows
    .map((row) => `${row.name}: ${formatNumber(row.before)} then, ${formatNumber(row.now)} now`)
    .join('; ');
  return (
    <Section title="Subscriptions" lead="By status, at the end of each of the last 30 days, in UTC.">
      <div className={styles.beside}>
        <div
          className={styles.chart}
          role="img"
          aria-label={`Subscriptions over ${days.length} days. ${text}.`}
        >
          <BarChart
            h={220}
            data={days.map(({ day, counts }) => ({ ...counts, day: formatShortDay(day) }))}
            dataKey="day"
            type="stacked"
            series={statuses.map(({ name, color }) => ({ name, color }))}
            valueFormatter={formatNumber}
            gridAxis="x"
            tickLine="none"
            // With another interval the highest tick is moved down into the plot.
            yAxisProps={{ allowDecimals: false, width: 40, interval: 0 }}
            xAxisProps={{ minTickGap: 40, interval: 'equidistantPreserveStart' }}
            barProps={{ isAnimationActive: false }}
            barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
          />
        </div>
        <RowTable items={rows} columns={columns} keyOf={({ name }) => name} fitsNarrow />
      </div>
    </Section>
  );
}

const isEmpty = (counts: Overview['subscriptions']['now']) =>
  Object.values(counts).every((count) => count === 0);

/** Instead of an empty chart: where subscriptions come from, and the first step. */
function NoSubscriptions() {
  const { slug: workspace } = useWorkspace();
  const mayAdd = usePermission('change:subscriptions');
  return (
    <Section title="Subscriptions">
      <Text size="sm" c="dimmed">
        No subscriptions yet. A purchase on the marketplace is listed here, and so is a contract that you add.
      </Text>
      {mayAdd && (
        <Button
          mt="sm"
          size="xs"
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/$workspace/subscriptions"
              params={{ workspace }}
              search={{ add: 'subscription' }}
              {...props}
            />
          )}
        >
          Add contract
        </Button>
      )}
    </Section>
  );
}

function StatusLink({ row: { name, tone } }: { readonly row: Row }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Anchor
      size="sm"
      c="inherit"
      renderRoot={(props) => (
        <Link to="/$workspace/subscriptions" params={{ workspace }} search={{ status: name }} {...props} />
      )}
    >
      <StatusBadge tone={tone}>{name}</StatusBadge>
    </Anchor>
  );
}
