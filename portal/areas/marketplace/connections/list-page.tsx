import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byDeadline, byText } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { SettingsNavigation } from '../../workspaces/settings/navigation.tsx';
import { ConnectMarketplace } from './connect-marketplace.tsx';
import { marketplaceKinds } from './kinds.ts';
import { type Connection, connectionsQuery, connectionTones, reconciliationLabels } from './queries.ts';

const columns: readonly Column<Connection>[] = [
  {
    name: 'Source',
    sort: byText('sourceName'),
    cell: (connection) => <ConnectionLink connection={connection} />,
  },
  { name: 'Marketplace', cell: ({ kind }) => marketplaceKinds[kind].name },
  {
    name: 'State',
    cell: ({ state }) => <StatusBadge tone={connectionTones[state]}>{state}</StatusBadge>,
  },
  {
    name: 'Credential expires',
    sort: byDeadline('credentialEndsAt'),
    cell: ({ credential: { endsAt } }) => (endsAt === null ? 'Not set' : <Moment at={endsAt} />),
  },
  {
    name: 'Last notification',
    cell: ({ lastCallAt }) => (lastCallAt === null ? 'Never' : <Moment at={lastCallAt} />),
  },
  {
    name: 'Reconciled',
    cell: ({ reconciliation }) => (
      <div>
        {reconciliation.doneAt === null ? 'Not yet' : <Moment at={reconciliation.doneAt} />}
        <Text size="xs" c="dimmed">
          {reconciliationLabels(reconciliation)}
        </Text>
      </div>
    ),
  },
  { name: 'Id', cell: ({ connectionId }) => <CopyableId id={connectionId} of="connection" /> },
];

function ConnectionLink({ connection: { sourceName, connectionId } }: { readonly connection: Connection }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Anchor
      size="sm"
      fw={500}
      renderRoot={(props) => (
        <Link
          to="/$workspace/settings/marketplace/$connectionId"
          params={{ workspace, connectionId }}
          {...props}
        />
      )}
    >
      {sourceName}
    </Anchor>
  );
}

/** The marketplace connections of the workspace. */
export function ConnectionsPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:settings');
  const { search } = useListAddress('sourceName');
  const query = useQuery(connectionsQuery(workspaceId, search));
  const connect = useAddDialog({
    label: 'Connect publisher account',
    isAllowed: mayChange,
    address: 'connection',
    dialog: (close) => <ConnectMarketplace onClose={close} />,
  });
  return (
    <>
      <ListPage
        title="Marketplace connections"
        docs="connectMarketplace"
        lead="Publisher accounts, one for each source that plans are mapped to."
        actions={connect.button}
        navigation={<SettingsNavigation />}
        query={query}
        columns={columns}
        sort={search.sort}
        keyOf={({ connectionId }) => connectionId}
        empty={{
          icon: 'subscriptions',
          title: 'No publisher accounts yet',
          text: 'Connect your account at a marketplace to synchronise subscriptions and usage with it.',
          action: connect.button,
        }}
      />
      {connect.dialog}
    </>
  );
}
