import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ActionsMenu, MenuAction } from '../../../parts/actions-menu.tsx';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byText } from '../../../parts/list/sort-order.ts';
import { showDone } from '../../../parts/notify.ts';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { SettingsNavigation } from '../../workspaces/settings/navigation.tsx';
import { ConnectLicences } from './connect-licences.tsx';
import {
  type IdpConnection,
  type IdpConnectionQuestion,
  idpConnectionPath,
  idpConnectionsKey,
  idpConnectionsQuery,
} from './queries.ts';
import { ReplaceLicences } from './replace-licences.tsx';

const columns: readonly Column<IdpConnection>[] = [
  {
    name: 'Product',
    sort: byText('name'),
    cell: ({ product }) => (
      <div>
        <Text size="sm" fw={500}>
          {product.name}
        </Text>
        <Text size="xs" c="dimmed">
          <code>{product.slug}</code>
        </Text>
      </div>
    ),
  },
  {
    name: 'Application',
    cell: ({ clientId }) => <CopyableId id={clientId} of="application" isFull />,
  },
];

const actions: Column<IdpConnection> = {
  name: 'Actions',
  isActions: true,
  cell: (connection) => <LicenceActions connection={connection} />,
};

/** The applications that read licences from customers' identity providers. */
export function LicencesPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:settings');
  const { search } = useListAddress('name');
  const query = useQuery(idpConnectionsQuery(workspaceId, { sort: search.sort } as IdpConnectionQuestion));
  const connect = useAddDialog({
    label: 'Connect product',
    isAllowed: mayChange,
    dialog: (close) => <ConnectLicences onClose={close} />,
  });
  return (
    <>
      <ListPage
        title="Licences at the identity provider"
        docs="eligibility"
        lead="Applications that read the licences that customers assign at their identity provider."
        actions={connect.button}
        navigation={<SettingsNavigation />}
        query={query}
        columns={mayChange ? [...columns, actions] : columns}
        sort={search.sort}
        keyOf={({ productId }) => productId}
        empty={{
          icon: 'apiClients',
          title: 'No connections yet',
          text: 'A product whose licences are managed at the identity provider needs an application that may read them.',
          action: connect.button,
        }}
      />
      {connect.dialog}
    </>
  );
}

function LicenceActions({ connection }: { readonly connection: IdpConnection }) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<'replacement' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const { product, productId } = connection;
  return (
    <>
      <ActionsMenu of={product.name}>
        <MenuAction icon="edit" onClick={() => setOpened('replacement')}>
          Replace application or secret
        </MenuAction>
        <MenuAction icon="remove" isDangerous onClick={() => setOpened('removal')}>
          Remove
        </MenuAction>
      </ActionsMenu>
      {opened === 'replacement' && <ReplaceLicences connection={connection} onClose={close} />}
      <ConfirmAction
        isOpen={opened === 'removal'}
        onClose={close}
        title={`Remove the connection of ${product.name}?`}
        verb="Remove"
        act={() => api.DELETE(idpConnectionPath, { params: { path: { workspaceId, productId } } })}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: idpConnectionsKey(workspaceId) });
          showDone(`Connection of ${product.name} removed.`);
        }}
      >
        <Text size="sm">
          Licences of {product.name} can no longer be confirmed: users licensed by the identity provider lose
          access.
        </Text>
      </ConfirmAction>
    </>
  );
}
