import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { operations } from '../../api/admin-api.generated.ts';
import type { Schemas } from '../../api/client.ts';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/row-table.tsx';
import { byText, byTime } from '../../parts/list/sort-order.ts';
import { Moment } from '../../parts/moment.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { useHolder } from './holder.ts';
import { HolderFilters } from './holder-filters.tsx';
import { UsageNavigation } from './navigation.tsx';
import { ProductName } from './product-name.tsx';
import { driftsQuery } from './queries.ts';

type UsageDrift = Schemas['UsageDrift'];
type DriftsQuery = NonNullable<operations['listUsageDrifts']['parameters']['query']>;

const columns: readonly Column<UsageDrift>[] = [
  {
    name: 'Day, UTC',
    sort: byTime('day'),
    cell: ({ day }) => (
      <Text size="sm" fw={500}>
        {day}
      </Text>
    ),
  },
  {
    name: 'Customer',
    sort: byText('customer'),
    cell: ({ customer, product, sourceName }) => (
      <div>
        <Text size="sm">{customer || 'Unknown customer'}</Text>
        <ProductName slug={product || sourceName} />
      </div>
    ),
  },
  { name: 'Dimension', cell: ({ dimension }) => dimension },
  { name: 'Accepted quantity', align: 'end', cell: ({ ourQuantity }) => formatNumber(ourQuantity) },
  {
    name: 'Marketplace quantity',
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
    name: 'Marketplace subscription',
    cell: ({ marketplaceSubscriptionId }) => (
      <CopyableId id={marketplaceSubscriptionId} of="subscription at the marketplace" />
    ),
  },
];

/** Days with a quantity difference between the marketplace and the accepted reports. */
export function UsageDriftsPage() {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<'state'>('-day');
  const { state, sort, after } = search;
  const { tenantId, product, dimension } = useHolder();
  const parameters = { state, tenantId, product, dimension, sort, after };
  const query = useQuery(driftsQuery(workspaceId, parameters as DriftsQuery));
  return (
    <ListPage
      title="Usage differences"
      lead="Days on which the marketplace’s quantity differs from the accepted reports. Give the marketplace’s support the subscription, dimension and day."
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
            value={state}
            onChange={(chosen) => filter({ state: chosen })}
          />
          <HolderFilters />
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
