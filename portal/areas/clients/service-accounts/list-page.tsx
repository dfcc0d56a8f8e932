import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byText, byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { AddServiceAccount } from './add-service-account.tsx';
import { type ServiceAccount, serviceAccountsQuery } from './queries.ts';

const columns: readonly Column<ServiceAccount>[] = [
  { name: 'Name', sort: byText('name'), cell: (account) => <AccountLink account={account} /> },
  { name: 'Role', sort: byText('role'), cell: ({ role }) => role },
  {
    name: 'Last used',
    sort: byTime('lastUsedAt'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />),
  },
  { name: 'Added', sort: byTime('createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function AccountLink({ account: { serviceAccountId, name } }: { readonly account: ServiceAccount }) {
  const { slug } = useWorkspace();
  return (
    <Anchor
      size="sm"
      fw={500}
      renderRoot={(props) => (
        <Link
          to="/$workspace/service-accounts/$serviceAccountId"
          params={{ workspace: slug, serviceAccountId }}
          {...props}
        />
      )}
    >
      {name}
    </Anchor>
  );
}

/** The programs that call the admin API. */
export function ServiceAccountsPage() {
  const { workspaceId } = useWorkspace();
  const { search } = useListAddress<'search'>('-createdAt');
  const query = useQuery(serviceAccountsQuery(workspaceId, search));
  const add = useAddDialog({
    label: 'New service account',
    isAllowed: usePermission('change:members'),
    address: 'service-account',
    dialog: (close) => <AddServiceAccount onClose={close} />,
  });
  return (
    <>
      <ListPage
        title="Service accounts"
        docs="callAdminApi"
        lead="Programs that call the admin API with a role, such as a deployment pipeline."
        actions={add.button}
        find={{ placeholder: 'Name' }}
        query={query}
        columns={columns}
        sort={search.sort}
        keyOf={({ serviceAccountId }) => serviceAccountId}
        empty={{
          icon: 'serviceAccounts',
          title: 'No service accounts yet',
          text: 'Add one for each pipeline or script, with the smallest role it needs. Then issue it a key.',
          action: add.button,
        }}
      />
      {add.dialog}
    </>
  );
}
