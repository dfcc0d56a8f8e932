import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { FindFilter } from '../../../parts/list/find-filter.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byText, byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { AddCustomer } from './add-customer.tsx';
import { type Customer, type CustomerQuestion, customersQuery } from './queries.ts';

const columnsOf = (workspace: string, user: string | undefined): readonly Column<Customer>[] => [
  {
    name: 'Organisation',
    sort: byText('name'),
    cell: ({ organisation, tenantId }) => (
      <Anchor
        size="sm"
        fw={500}
        renderRoot={(props) => (
          <Link
            to="/$workspace/customers/$tenantId"
            params={{ workspace, tenantId }}
            search={user ? { user } : {}}
            {...props}
          />
        )}
      >
        {organisation?.name ?? 'No name'}
      </Anchor>
    ),
  },
  { name: 'Tenant id', cell: ({ tenantId }) => <CopyableId id={tenantId} of="tenant" isFull /> },
  { name: 'Subscriptions', align: 'end', cell: ({ subscriptionCount }) => subscriptionCount },
  { name: 'Members', align: 'end', cell: ({ memberCount }) => memberCount },
  { name: 'Added', sort: byTime('createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

/** The customers, one row per tenant. */
export function CustomersPage() {
  const { workspaceId, slug } = useWorkspace();
  const mayChange = usePermission('change:customers');
  const { search } = useListAddress<'search'>('name');
  // The API validates values from the URL.
  const { add: _, next: __, ...asked } = search;
  const question = asked as CustomerQuestion;
  const query = useQuery(customersQuery(workspaceId, question));
  const add = useAddDialog({
    label: 'Add customer',
    address: 'customer',
    isAllowed: mayChange,
    dialog: (close) => <AddCustomer onClose={close} />,
  });
  return (
    <>
      <ListPage
        title="Customers"
        docs="supportCustomers"
        lead="Each customer is a tenant of an identity provider."
        actions={
          <>
            <ExportButton file="customers.csv" question={question} />
            {add.button}
          </>
        }
        filters={<FindFilter placeholder="Name, e-mail, tenant or subscription id" width="26rem" />}
        query={query}
        columns={columnsOf(slug, search.search?.includes('@') ? search.search : undefined)}
        sort={search.sort}
        keyOf={({ tenantId }) => tenantId}
        empty={{
          icon: 'customers',
          title: 'No customers yet',
          text: 'Marketplace buyers are added automatically. Add other customers here, or with their first contract.',
          action: add.button,
        }}
      />
      {add.dialog}
    </>
  );
}
