import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { formatHour, formatSecond } from '../../../parts/format/time.ts';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { FilterText } from '../../../parts/list/filter-text.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byText } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type EventQuestion, eventsFile, hourEventsQuery, type StoredUsageEvent } from './queries.ts';

const columns: readonly Column<StoredUsageEvent>[] = [
  { name: 'Event id', sort: byText('id'), cell: ({ id }) => <CopyableId id={id} of="event" isFull /> },
  { name: 'Source', cell: ({ source }) => <CopyableId id={source} of="source" /> },
  { name: 'Occurred, UTC', cell: ({ occurredAt }) => formatSecond(occurredAt) },
  { name: 'Received', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  {
    name: 'Quantity',
    align: 'end',
    cell: ({ quantity }) => (quantity === null ? 'Not sent' : formatNumber(quantity)),
  },
  {
    name: 'Counts',
    cell: ({ isCarried, occurredAt }) =>
      isCarried ? (
        <div>
          <StatusBadge tone="attention">Carried</StatusBadge>
          <Text size="xs" c="dimmed">
            from {formatHour(`${occurredAt.slice(0, 13)}:00Z`)}
          </Text>
        </div>
      ) : (
        'In its hour'
      ),
  },
];

const uniqueKey: Column<StoredUsageEvent> = {
  name: 'Unique key',
  cell: (event) => event.uniqueKey ?? '–',
};

/** The raw events that count in an hour. */
export function HourEventsPage() {
  const { workspaceId } = useWorkspace();
  const { subscriptionId = '', dimension = '', hour = '' } = useParams({ strict: false });
  const { search, bind } = useListAddress<'idPrefix'>('id');
  const { idPrefix, after, sort } = search;
  const key = { workspaceId, subscriptionId, dimension };
  const query = useQuery(hourEventsQuery({ ...key, hour }, { idPrefix, after, sort } as EventQuestion));
  const hasKeys = query.data?.items.some((event) => event.uniqueKey !== null);
  const start = Date.parse(hour);
  return (
    <ListPage
      title={Number.isNaN(start) ? 'Events' : `Events of ${formatHour(hour)} UTC`}
      above={<BackLink to="/$workspace/subscriptions/$subscriptionId/usage/$dimension">Hours</BackLink>}
      lead={`Raw events of ${dimension} that count in this hour. They are kept for some days after the hour is closed; the total stays.`}
      actions={
        <Button component="a" variant="default" href={eventsFile(key, hour, { idPrefix })} download>
          Export as CSV
        </Button>
      }
      filters={<FilterText label="Event id" placeholder="The id or its beginning" {...bind('idPrefix')} />}
      query={query}
      columns={hasKeys ? [...columns, uniqueKey] : columns}
      sort={search.sort}
      keyOf={({ source, id }) => `${source} ${id}`}
      empty={{
        icon: 'usage',
        title: 'No events stored',
        text: 'No event counts in this hour, or its raw events were deleted after the retention time. Hourly totals stay.',
      }}
    />
  );
}
