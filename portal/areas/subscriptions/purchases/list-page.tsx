import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { marketplacesQuery } from '../../../api/marketplaces.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { CustomerFilter } from '../../../parts/list/customer-filter.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { isUuid } from '../../../parts/uuid.ts';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { seatsColumn } from '../columns.tsx';
import { CompareNow, LastCompared } from './compare-now.tsx';
import { PurchaseMenu } from './menu.tsx';
import { boughtOf, buyerOf, type Purchase, type PurchaseFilter, purchasesQuery } from './queries.ts';

/** Only where a marketplace names its buyers by an account. */
const accountColumn: Column<Purchase> = {
  name: 'Account',
  cell: ({ account }) => (account === null ? '–' : <CopyableId id={account} of="account" />),
};

const columnsOf = (hasAccounts: boolean): readonly Column<Purchase>[] => [
  { name: 'Buyer', cell: (purchase) => <PurchaseLink purchase={purchase} /> },
  ...(hasAccounts ? [accountColumn] : []),
  {
    name: 'Plan',
    cell: (purchase) => (
      <div>
        <Text size="sm">{boughtOf(purchase).product}</Text>
        <Text size="xs" c="dimmed">
          {boughtOf(purchase).plan}
        </Text>
      </div>
    ),
  },
  seatsColumn,
  { name: 'Bought', sort: byTime('boughtAt'), cell: ({ boughtAt }) => <Moment at={boughtAt} /> },
  {
    name: 'Why it is not active',
    cell: ({ reasonText }) => (
      <Text size="sm" maw="28rem">
        {reasonText}
      </Text>
    ),
  },
  { name: 'Actions', isActions: true, cell: (purchase) => <PurchaseMenu purchase={purchase} /> },
];

function PurchaseLink({ purchase }: { readonly purchase: Purchase }) {
  const { slug: workspace } = useWorkspace();
  const { subscriptionId, marketplaceSubscriptionId } = purchase;
  return (
    <Anchor
      size="sm"
      fw={500}
      renderRoot={(props) =>
        subscriptionId === null ? (
          <Link
            to="/$workspace/purchases/$marketplaceSubscriptionId"
            params={{ workspace, marketplaceSubscriptionId }}
            {...props}
          />
        ) : (
          <Link
            to="/$workspace/subscriptions/$subscriptionId"
            params={{ workspace, subscriptionId }}
            {...props}
          />
        )
      }
    >
      {buyerOf(purchase)}
    </Anchor>
  );
}

/** The purchases that are not active yet, the oldest first. */
export function PurchasesPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:subscriptions');
  const { search, bind } = useListAddress<'tenantId' | 'search'>('boughtAt');
  const { tenantId, after, sort } = search;
  const question = {
    ...{ after, sort, search: search.search },
    ...(isUuid(tenantId) && { tenantId }),
  } as PurchaseFilter;
  const query = useQuery(purchasesQuery(workspaceId, question));
  const { data: marketplaces = [] } = useQuery(marketplacesQuery(workspaceId));
  const hasAccounts = marketplaces.some(({ traits }) => !traits.namesCustomer);
  return (
    <ListPage
      title="Purchases"
      docs="completePurchase"
      lead="Bought on the marketplace and not active yet. Nobody has access before the activation, and where the marketplace waits for it, nothing is billed."
      actions={mayChange && <CompareNow />}
      below={() => <LastCompared />}
      find={{
        placeholder: hasAccounts ? 'Buyer, account or marketplace id' : 'Buyer or marketplace id',
        width: '18rem',
      }}
      filters={<CustomerFilter {...bind('tenantId')} />}
      query={query}
      columns={columnsOf(hasAccounts)}
      sort={search.sort}
      keyOf={({ marketplaceSubscriptionId }) => marketplaceSubscriptionId}
      empty={{
        icon: 'check',
        title: 'No pending purchases',
        text: 'Purchases that are not activated appear here with the reason, when somebody opens the landing page or after the hourly comparison with the marketplace. Compare now lists a purchase that was just made.',
      }}
    />
  );
}
