import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Button, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { formatBarDay, formatBarHour, zoneName } from '../../parts/format/time.ts';
import { type Column, RowTable } from '../../parts/list/row-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/section.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { barsOf, type Span, spans } from './activity.ts';
import styles from './activity-section.module.css';
import { ErrorCode } from './error-code.tsx';
import { type Activity, type ApiClient, activityQuery } from './queries.ts';
import { RequestLine } from './request-line.tsx';

const series = [
  { name: 'answered', label: 'Answered', color: 'var(--portal-good)' },
  { name: 'refused', label: 'Refused', color: 'var(--portal-bad)' },
];

/** The request chart and the recent refusals of a client. */
export function ClientActivity({ client }: { readonly client: ApiClient }) {
  const { workspaceId } = useWorkspace();
  const [span, setSpan] = useState<Span>('week');
  const query = useQuery(activityQuery(workspaceId, client.apiClientId, spans[span].hours));
  return (
    <>
      <Section
        title="Requests"
        lead={query.data && labelOf(query.data, span)}
        actions={
          <>
            <SegmentedControl
              size="xs"
              aria-label="Period"
              value={span}
              onChange={(value) => setSpan(value as Span)}
              data={Object.entries(spans).map(([value, { label }]) => ({ value, label }))}
            />
            <RequestLogLink apiClientId={client.apiClientId} />
          </>
        }
      >
        {query.isPending && <Skeleton height={180} />}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
        {query.data && query.data.calls > 0 && <Chart activity={query.data} span={span} />}
      </Section>
      {query.data && <Refusals refusals={query.data.refusals} />}
    </>
  );
}

function RequestLogLink({ apiClientId }: { readonly apiClientId: string }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => (
        <Link
          to="/$workspace/api-clients/$apiClientId/requests"
          params={{ workspace, apiClientId }}
          {...props}
        />
      )}
    >
      Request log
    </Button>
  );
}

function labelOf({ calls, refused }: Activity, span: Span): string {
  const time = `in the last ${spans[span].label}`;
  return calls === 0
    ? `None ${time}.`
    : `${formatNumber(calls)} ${time}, ${formatNumber(refused)} of them refused. Times are ${zoneName(new Date())}.`;
}

function Chart({ activity, span }: { readonly activity: Activity; readonly span: Span }) {
  const format = spans[span].barHours < 24 ? formatBarHour : formatBarDay;
  const bars = barsOf(activity, spans[span].barHours);
  return (
    <div role="img" className={styles.chart} aria-label={`Calls: ${labelOf(activity, span)}`}>
      <BarChart
        h={180}
        data={bars.map((bar) => ({ ...bar, from: format(bar.from) }))}
        dataKey="from"
        type="stacked"
        series={series}
        valueFormatter={formatNumber}
        gridAxis="x"
        tickLine="none"
        // With another interval the highest tick is moved down into the plot.
        yAxisProps={{ allowDecimals: false, width: 44, interval: 0 }}
        xAxisProps={{ minTickGap: 48, interval: 'equidistantPreserveStart' }}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
      />
    </div>
  );
}

type Refusal = Activity['refusals'][number];

const columns: readonly Column<Refusal>[] = [
  { name: 'When', cell: ({ refusedAt }) => <Moment at={refusedAt} /> },
  {
    name: 'Code',
    cell: ({ code }) => <ErrorCode code={code} />,
  },
  { name: 'Status', align: 'end', cell: ({ status }) => status },
  { name: 'Call', cell: (refusal) => <RequestLine {...refusal} /> },
  { name: 'Request', cell: ({ requestId }) => <CopyableId id={requestId} of="request" /> },
];

const shownFirst = 10;

function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? refusals : refusals.slice(0, shownFirst);
  return (
    <Section title="Recent refusals" lead="Each code links to its remedy. Give support the request id.">
      {refusals.length === 0 ? (
        <Text size="sm" c="dimmed">
          No refusals. Calls with an invalid credential belong to no client and are not listed.
        </Text>
      ) : (
        <RowTable items={shown} columns={columns} keyOf={({ requestId }) => requestId} />
      )}
      {shown.length < refusals.length && (
        <Button mt="sm" size="xs" variant="default" onClick={() => setExpanded(true)}>
          Show all {refusals.length}
        </Button>
      )}
    </Section>
  );
}
