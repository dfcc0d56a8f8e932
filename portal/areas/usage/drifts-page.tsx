import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { operations } from '../../api/admin-api.generated.ts';
import type { Schemas } from '../../api/client.ts';
import { marketplacesQuery } from '../../api/marketplaces.ts';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/row-table.tsx';
import { byText, byTime } from '../../parts/list/sort-order.ts';
import { Moment } from '../../parts/moment.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { titleOf } from '../../parts/usage-days/series-text.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { UsageNavigation } from './navigation.tsx';
import { ProductName } from './product-name.tsx';
import { driftsQuery } from './queries.ts';
import styles from './reports-page.module.css';
import { useUsageFilter } from './usage-filter.ts';
import { UsageFilters } from './usage-filters.tsx';

type UsageDrift = Schemas['UsageDrift'];
type DriftsQuery = NonNullable<operations['listUsageDrifts']['parameters']['query']>;

const columns: readonly Column<UsageDrift>[] = [
  {
    name: 'Day, UTC',
    sort: byTime('day'),
    cell: ({ day }) => (
      <Text size="sm" fw={500} className={styles.whole}>
        {day}
      </Text>
    ),
  },
  {
    name: 'Customer',
    sort: byText('customer'),
    cell: (drift) => <Holder drift={drift} />,
  },
  {
    name: 'Dimension',
    cell: (drift) => <span className={styles.whole}>{titleOf({ ...drift, name: drift.dimensionName })}</span>,
  },
  { name: 'Accepted', align: 'end', cell: ({ ourQuantity }) => formatNumber(ourQuantity) },
  {
    name: 'Marketplace',
    align: 'end',
    cell: ({ marketplaceQuantity }) => formatNumber(marketplaceQuantity),
  },
  {
    name: 'State',
    cell: ({ resolvedAt }) =>
      resolvedAt === null ? (
        <StatusBadge tone="bad">Differs</StatusBadge>
      ) : (
        <>
          <StatusBadge tone="good">Resolved</StatusBadge> <Moment at={resolvedAt} />
        </>
      ),
  },
  { name: 'First seen', sort: byTime('firstSeenAt'), cell: ({ firstSeenAt }) => <Moment at={firstSeenAt} /> },
  {
    name: 'Marketplace id',
    cell: ({ marketplaceSubscriptionId }) => (
      <CopyableId id={marketplaceSubscriptionId} of="subscription at the marketplace" />
    ),
  },
];

/** The day in UTC, as the list of reports takes it. */
function hoursOf(day: string) {
  const start = Date.parse(`${day}T00:00:00Z`);
  return { from: new Date(start).toISOString(), until: new Date(start + 86_400_000).toISOString() };
}

/** The customer leads to the day's reports, from which the accepted quantity comes. */
function Holder({ drift }: { readonly drift: UsageDrift }) {
  const { slug: workspace } = useWorkspace();
  const { customer, product, sourceName, subscriptionId, dimension, day } = drift;
  const name = customer || 'Unknown customer';
  const search = subscriptionId === null ? null : { subscriptionId, dimension, ...hoursOf(day) };
  return (
    <div>
      {search === null ? (
        <Text size="sm">{name}</Text>
      ) : (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/$workspace/usage" params={{ workspace }} search={search} {...props} />
          )}
        >
          {name}
        </Anchor>
      )}
      <ProductName slug={product || sourceName} />
    </div>
  );
}

const lead =
  'Days on which the marketplace’s quantity differs from the accepted reports. Give the marketplace’s support the subscription, dimension and day.';

/** Days with a quantity difference between the marketplace and the accepted reports. */
export function UsageDriftsPage() {
  const { workspaceId } = useWorkspace();
  const { search, bind } = useListAddress<'state'>('-day');
  const { state, sort, after } = search;
  const { tenantId, product, dimension } = useUsageFilter();
  const parameters = { state, tenantId, product, dimension, sort, after };
  const query = useQuery(driftsQuery(workspaceId, parameters as DriftsQuery));
  const { data: marketplaces = [] } = useQuery(marketplacesQuery(workspaceId));
  const unread = marketplaces
    .filter(({ traits }) => !traits.canReadUsage)
    .map(({ sourceName }) => `${sourceName} does not show usage, so it is not compared.`);
  return (
    <ListPage
      title="Usage differences"
      lead={[lead, ...unread].join(' ')}
      navigation={<UsageNavigation />}
      filters={
        <>
          <FilterSelect
            label="State"
            standard="Open"
            choices={[
              { value: 'Open', label: 'Differing' },
              { value: 'Resolved', label: 'Resolved' },
              { value: 'Any', label: 'All' },
            ]}
            {...bind('state')}
          />
          <UsageFilters />
        </>
      }
      query={query}
      columns={columns}
      sort={search.sort}
      keyOf={({ sourceName, marketplaceSubscriptionId, dimension, day }) =>
        [sourceName, marketplaceSubscriptionId, dimension, day].join(' ')
      }
      empty={{
        icon: 'check',
        title: 'No differences',
        text: 'Accepted usage is compared with the marketplace every six hours. Differing days are listed here and reported to support.',
      }}
    />
  );
}
