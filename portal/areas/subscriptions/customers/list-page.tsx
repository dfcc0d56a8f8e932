import { useQuery } from '@tanstack/react-query';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { AddCustomer } from './add-customer.tsx';
import { customerColumns } from './customer-columns.tsx';
import { type CustomerFilterName, CustomerFilters } from './customer-filters.tsx';
import { type CustomerQuestion, customersQuery } from './queries.ts';

/** The customers, one row per tenant. */
export function CustomersPage() {
  const { workspaceId, slug } = useWorkspace();
  const mayChange = usePermission('change:customers');
  const { search } = useListAddress<CustomerFilterName>('name');
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
        find={{ placeholder: 'Name, e-mail, tenant or subscription id, account', width: '24rem' }}
        filters={<CustomerFilters />}
        query={query}
        columns={customerColumns(slug, search.search?.includes('@') ? search.search : undefined)}
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
