import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.ts';
import { formatCount, formatNumber } from '../../parts/format/format-number.ts';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/row-table.tsx';
import { byNumber, byText } from '../../parts/list/sort-order.ts';
import { Moment } from '../../parts/moment.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { UsageNavigation } from './navigation.tsx';
import { ProductName } from './product-name.tsx';
import { daysBack, type SumsQuery, sumsQuery } from './queries.ts';
import { useUsageFilter } from './usage-filter.ts';
import { UsageFilters } from './usage-filters.tsx';

type UsageSum = Schemas['UsageSummary'];

const spans = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];
const defaultDays = 7;

const columns: readonly Column<UsageSum>[] = [
  { name: 'Customer', sort: byText('customer'), cell: (sum) => <Reports sum={sum} /> },
  { name: 'Dimension', cell: (sum) => <Dimension sum={sum} /> },
  { name: 'Reports', align: 'end', cell: ({ reports }) => formatNumber(reports) },
  {
    name: 'Reported',
    sort: byNumber('reported'),
    align: 'end',
    cell: ({ reported }) => formatNumber(reported),
  },
  { name: 'Sent', align: 'end', cell: ({ sent }) => formatNumber(sent) },
  {
    name: 'Accepted',
    sort: byNumber('accepted'),
    align: 'end',
    cell: ({ accepted }) => formatNumber(accepted),
  },
  {
    name: 'Lost',
    sort: byNumber('lost'),
    align: 'end',
    cell: ({ lost }) => (lost === 0 ? '0' : <StatusBadge tone="bad">{formatNumber(lost)}</StatusBadge>),
  },
  {
    name: 'Processed',
    align: 'end',
    cell: ({ processed, comparedAt }) =>
      processed === null ? notProcessed(comparedAt) : formatNumber(processed),
  },
  {
    name: 'Compared',
    sort: [
      { sort: '-differingDays', words: 'most differing days first' },
      { sort: 'differingDays', words: 'fewest differing days first' },
    ],
    cell: (sum) => <Compared sum={sum} />,
  },
];

/** The marketplace processes a day after its end, so the usage of today is compared tomorrow. */
const notProcessed = (comparedAt: string | null) =>
  comparedAt === null ? 'Not compared yet' : 'After the day ends';

function Reports({ sum: { customer, product, subscriptionId } }: { readonly sum: UsageSum }) {
  const { slug: workspace } = useWorkspace();
  return (
    <div>
      <Anchor
        size="sm"
        fw={500}
        renderRoot={(props) => (
          <Link to="/$workspace/usage" params={{ workspace }} search={{ subscriptionId }} {...props} />
        )}
      >
        {customer}
      </Anchor>
      <ProductName slug={product} />
    </div>
  );
}

/** The dimension above its unit. */
function Dimension({ sum: { dimensionName, unit } }: { readonly sum: UsageSum }) {
  return (
    <div>
      {dimensionName}
      <Text size="xs" c="dimmed">
        {unit}
      </Text>
    </div>
  );
}

function Compared({ sum: { differingDays, comparedAt } }: { readonly sum: UsageSum }) {
  if (comparedAt === null) return 'Not yet';
  if (differingDays === 0) return <Moment at={comparedAt} />;
  return <StatusBadge tone="bad">{`Differs on ${formatCount(differingDays, 'day')}`}</StatusBadge>;
}

/** Reported, sent, accepted and processed usage by subscription. */
export function UsageSumsPage() {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<'days'>('customer');
  const days = spans.some(({ value }) => value === search.days) ? Number(search.days) : defaultDays;
  const { after, sort } = search;
  const from = daysBack(days, useNow());
  const query = useQuery(sumsQuery(workspaceId, { ...useUsageFilter(), from, after, sort } as SumsQuery));
  return (
    <ListPage
      title="Usage by subscription"
      docs="correctUsage"
      lead="Reported, sent and processed usage by subscription and dimension. Compared with the marketplace every six hours."
      navigation={<UsageNavigation />}
      filters={
        <>
          <FilterSelect
            label="Period"
            standard={String(defaultDays)}
            choices={spans}
            value={String(days)}
            onChange={(chosen) => filter({ days: chosen })}
          />
          <UsageFilters />
        </>
      }
      query={query}
      columns={columns}
      sort={search.sort}
      keyOf={({ subscriptionId, dimension }) => `${subscriptionId} ${dimension}`}
      empty={{
        icon: 'usage',
        title: 'No usage in this period',
        text: 'Reported usage is totalled here beside the marketplace’s quantities.',
      }}
    />
  );
}
