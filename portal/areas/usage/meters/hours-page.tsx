import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { formatHour } from '../../../parts/format/time.ts';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { MomentFilter } from '../../../parts/list/moment-filter.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byNumber, byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { metersQuery } from '../../subscriptions/meters/queries.ts';
import { customerOf, subscriptionQuery } from '../../subscriptions/queries.ts';
import { stateLabels } from '../states.ts';
import { type HourQuestion, hoursFile, type MeterHour, meterHoursQuery } from './queries.ts';

const columns: readonly Column<MeterHour>[] = [
  { name: 'Hour, UTC', sort: byTime('hour'), cell: (hour) => <Events hour={hour} /> },
  { name: 'Total', sort: byNumber('total'), align: 'end', cell: ({ total }) => formatNumber(total) },
  { name: 'Events', sort: byNumber('events'), align: 'end', cell: ({ events }) => formatNumber(events) },
  { name: 'Carried', align: 'end', cell: ({ carried }) => formatNumber(carried) },
  { name: 'Duplicates', align: 'end', cell: ({ duplicates }) => formatNumber(duplicates) },
  { name: 'State', cell: (hour) => <State hour={hour} /> },
  { name: 'Report', cell: (hour) => <Report hour={hour} /> },
];

function Events({ hour: { hour } }: { readonly hour: MeterHour }) {
  const { slug: workspace } = useWorkspace();
  const { subscriptionId = '', dimension = '' } = useParams({ strict: false });
  return (
    <Anchor
      size="sm"
      fw={500}
      renderRoot={(props) => (
        <Link
          to="/$workspace/subscriptions/$subscriptionId/usage/$dimension/$hour"
          params={{ workspace, subscriptionId, dimension, hour }}
          {...props}
        />
      )}
    >
      {formatHour(hour)}
    </Anchor>
  );
}

function State({ hour: { closesAt, closedAt } }: { readonly hour: MeterHour }) {
  return (
    <div>
      <StatusBadge tone={closedAt === null ? 'waiting' : 'good'}>
        {closedAt === null ? 'Open' : 'Closed'}
      </StatusBadge>
      <Text size="xs" c="dimmed">
        {closedAt === null && 'closes '}
        <Moment at={closedAt ?? closesAt} />
      </Text>
    </div>
  );
}

function Report({ hour: { closedAt, report } }: { readonly hour: MeterHour }) {
  if (closedAt === null) return 'When it closes';
  if (report === null || report.quantity === 0) return 'Within what is included';
  const { name, tone } = stateLabels[report.state];
  return (
    <div>
      <StatusBadge tone={tone}>{name}</StatusBadge>
      <Text size="xs" c="dimmed">
        {formatNumber(report.quantity)}
      </Text>
    </div>
  );
}

/** The hourly totals of a dimension that is fed by events. */
export function MeterHoursPage() {
  const { workspaceId } = useWorkspace();
  const { subscriptionId = '', dimension = '' } = useParams({ strict: false });
  const { search, bind } = useListAddress<'from' | 'until'>('-hour');
  const { from, until, after, sort } = search;
  const key = { workspaceId, subscriptionId, dimension };
  const query = useQuery(meterHoursQuery(key, { from, until, after, sort } as HourQuestion));
  const subscription = useQuery(subscriptionQuery(workspaceId, subscriptionId));
  const meters = useQuery(metersQuery(workspaceId, { subscriptionId }));
  const meter = meters.data?.items.find((one) => one.dimension === dimension);
  return (
    <ListPage
      title={`${meter?.name ?? dimension} by hour`}
      above={
        <BackLink to="/$workspace/subscriptions/$subscriptionId">
          {subscription.data ? `Subscription of ${customerOf(subscription.data)}` : 'Subscription'}
        </BackLink>
      }
      docs="usageEvents"
      lead="The total of the events of each hour. An hour closes after the hold; later events are carried into the oldest open hour. A duplicate was sent again and counts once."
      actions={
        <Button component="a" variant="default" href={hoursFile(key, { from, until, sort })} download>
          Export as CSV
        </Button>
      }
      filters={
        <>
          <MomentFilter label="From" {...bind('from')} />
          <MomentFilter label="Until" {...bind('until')} />
        </>
      }
      query={query}
      columns={columns}
      sort={search.sort}
      keyOf={({ hour }) => hour}
      empty={{
        icon: 'usage',
        title: 'No events yet',
        text: 'Applications send usage events of this dimension. Each hour with events appears here.',
      }}
    />
  );
}
