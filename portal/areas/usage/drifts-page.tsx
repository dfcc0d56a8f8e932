import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { operations } from '../../api/admin-api.generated.ts';
import type { Schemas } from '../../api/client.ts';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { useListAddress } from '../../parts/list-address.ts';
import { type Column, ListPage } from '../../parts/list-page.tsx';
import { Moment } from '../../parts/moment.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { UsageNavigation } from './navigation.tsx';
import { driftsQuery } from './queries.ts';

type UsageDrift = Schemas['UsageDrift'];
type Asked = NonNullable<operations['listUsageDrifts']['parameters']['query']>;

const columns: readonly Column<UsageDrift>[] = [
  {
    name: 'Day, UTC',
    cell: ({ day }) => (
      <Text size="sm" fw={500}>
        {day}
      </Text>
    ),
  },
  {
    name: 'Customer',
    cell: ({ customer, product, sourceName }) => (
      <div>
        <Text size="sm">{customer || 'Nobody here'}</Text>
        <Text size="xs" c="dimmed">
          {product || sourceName}
        </Text>
      </div>
    ),
  },
  { name: 'Dimension', cell: ({ dimension }) => dimension },
  { name: 'Accepted here', align: 'end', cell: ({ ourQuantity }) => ourQuantity },
  { name: 'Held there', align: 'end', cell: ({ marketplaceQuantity }) => marketplaceQuantity },
  {
    name: 'State',
    cell: ({ resolvedAt }) =>
      resolvedAt === null ? (
        <StatusBadge tone="bad">Differs</StatusBadge>
      ) : (
        <>
          <StatusBadge tone="good">Agreed</StatusBadge> <Moment at={resolvedAt} />
        </>
      ),
  },
  { name: 'First seen', cell: ({ firstSeenAt }) => <Moment at={firstSeenAt} /> },
  {
    name: 'Subscription there',
    cell: ({ marketplaceSubscriptionId }) => (
      <CopyableId id={marketplaceSubscriptionId} of="subscription at the marketplace" />
    ),
  },
];

/** Days on which the marketplace counts otherwise than we do. */
export function UsageDriftsPage() {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<'state'>();
  const { state, after } = search;
  const query = useQuery(driftsQuery(workspaceId, { state, after } as Asked));
  return (
    <ListPage
      title="Usage differences"
      lead="Days on which the marketplace holds another quantity than it accepted from here. What is wrong there only the marketplace can mend: give its support the subscription, the dimension and the day."
      navigation={<UsageNavigation />}
      filters={
        <FilterSelect
          label="State"
          any="Those that differ"
          choices={[
            { value: 'Resolved', label: 'Agreed again' },
            { value: 'Any', label: 'All of them' },
          ]}
          value={state}
          onChange={(chosen) => filter({ state: chosen })}
        />
      }
      query={query}
      columns={columns}
      keyOf={({ sourceName, marketplaceSubscriptionId, dimension, day }) =>
        [sourceName, marketplaceSubscriptionId, dimension, day].join(' ')
      }
      empty={{
        icon: 'check',
        title: 'Both sides agree',
        text: 'Every six hours what is accepted here is compared with what the marketplace holds. A day on which they differ is listed here, and support is told.',
      }}
    />
  );
}
