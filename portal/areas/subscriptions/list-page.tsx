import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { marketplacesQuery } from '../../api/marketplaces.ts';
import { useAddDialog } from '../../parts/form/use-add-dialog.tsx';
import { CustomerFilter } from '../../parts/list/customer-filter.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { FilterText } from '../../parts/list/filter-text.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { ProductFilter } from '../../parts/list/product-filter.tsx';
import type { Column } from '../../parts/list/row-table.tsx';
import { useSelection } from '../../parts/list/selection.tsx';
import { byTime } from '../../parts/list/sort-order.ts';
import { Moment } from '../../parts/moment.tsx';
import { isUuid } from '../../parts/uuid.ts';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { SubscriptionLink, subscriptionColumns } from './columns.tsx';
import { BulkMoves } from './moves/bulk.tsx';
import { NewSubscription } from './new-subscription.tsx';
import {
  customerOf,
  type Subscription,
  type SubscriptionFilter,
  subscriptionSources,
  subscriptionStatuses,
  subscriptionsQuery,
} from './queries.ts';

const columns: readonly Column<Subscription>[] = [
  {
    name: 'Customer',
    cell: (subscription) => (
      <SubscriptionLink subscriptionId={subscription.subscriptionId}>
        {customerOf(subscription)}
      </SubscriptionLink>
    ),
  },
  {
    name: 'Plan',
    cell: ({ product, plan, isTrial }) => (
      <div>
        <Text size="sm">{product.name}</Text>
        <Text size="xs" c="dimmed">
          {plan.name}
          {isTrial && ', trial'}
        </Text>
      </div>
    ),
  },
  ...subscriptionColumns,
  { name: 'Added', sort: byTime('createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: 'Changed', sort: byTime('changedAt'), cell: ({ changedAt }) => <Moment at={changedAt} /> },
];

const keyOf = ({ subscriptionId }: Subscription) => subscriptionId;

type Filter = 'status' | 'source' | 'product' | 'tenantId' | 'marketplaceSubscriptionId' | 'account';

/** The subscriptions of the workspace. */
export function SubscriptionsPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:subscriptions');
  const mayImport = usePermission('change:settings');
  const { search } = useListAddress<Filter>('-createdAt');
  const { tenantId, add: _, next: __, ...asked } = search;
  const filter = { ...asked, ...(isUuid(tenantId) && { tenantId }) } as SubscriptionFilter;
  const query = useQuery(subscriptionsQuery(workspaceId, filter));
  const selection = useSelection<Subscription>(
    (one) => `${customerOf(one)}, ${one.product.name} ${one.plan.name}`,
  );
  const add = useAddDialog({
    label: 'Add contract',
    address: 'subscription',
    isAllowed: mayChange,
    dialog: (close) => <NewSubscription onClose={close} tenantId={tenantId} />,
  });
  return (
    <>
      <ListPage
        title="Subscriptions"
        docs="addContract"
        lead="Subscriptions bought on the marketplace, from a reseller or directly."
        actions={
          <>
            <ExportButton file="subscriptions.csv" question={filter} />
            {mayImport && <ImportButton />}
            {add.button}
          </>
        }
        filters={<Filters />}
        query={query}
        columns={columns}
        sort={search.sort}
        keyOf={keyOf}
        selection={mayChange ? selection : undefined}
        below={(items) => <BulkMoves items={items} selection={selection} />}
        empty={{
          icon: 'subscriptions',
          title: 'No subscriptions yet',
          text: 'Marketplace purchases appear here automatically. Import existing subscriptions, and add contracts that you sell yourself.',
          action: (
            <Group gap="xs">
              {add.button}
              {mayImport && <ImportButton />}
            </Group>
          ),
        }}
      />
      {add.dialog}
    </>
  );
}

/** Links to the import of existing subscriptions. */
function ImportButton() {
  const { slug: workspace } = useWorkspace();
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/$workspace/subscriptions/import" params={{ workspace }} {...props} />}
    >
      Import
    </Button>
  );
}

function Filters() {
  const { workspaceId } = useWorkspace();
  const { bind } = useListAddress<Filter>();
  const { data: marketplaces = [] } = useQuery(marketplacesQuery(workspaceId));
  const hasAccounts = marketplaces.some(({ traits }) => !traits.namesCustomer);
  return (
    <>
      <FilterSelect label="Status" any="Any status" choices={subscriptionStatuses} {...bind('status')} />
      <ProductFilter {...bind('product')} />
      <FilterSelect label="Source" any="Any source" choices={subscriptionSources} {...bind('source')} />
      <CustomerFilter {...bind('tenantId')} />
      <FilterText label="Marketplace subscription id" {...bind('marketplaceSubscriptionId')} />
      {hasAccounts && <FilterText label="Account of the buyer" {...bind('account')} />}
    </>
  );
}
