import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EnabledBadge } from '../../parts/enabled-badge.tsx';
import { useAddDialog } from '../../parts/form/use-add-dialog.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { useListAddress } from '../../parts/list/list-address.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/row-table.tsx';
import { byText, byTime } from '../../parts/list/sort-order.ts';
import { Moment } from '../../parts/moment.tsx';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { type ApiClient, apiClientsQuery } from './queries.ts';
import { RegisterApiClient } from './register-api-client.tsx';

const columns: readonly Column<ApiClient>[] = [
  { name: 'Name', sort: byText('name'), cell: (client) => <ClientLink client={client} /> },
  { name: 'Status', cell: ({ enabled }) => <EnabledBadge enabled={enabled} /> },
  {
    name: 'Scopes and products',
    cell: ({ scopes, products }) => (
      <div>
        <Text size="sm">{scopes.length > 0 ? scopes.join(', ') : 'nothing'}</Text>
        <Text size="xs" c="dimmed">
          {products === null ? 'All products' : products.join(', ') || 'No product'}
        </Text>
      </div>
    ),
  },
  {
    name: 'Requests a minute',
    align: 'end',
    cell: ({ effectiveRateLimit }) => formatNumber(effectiveRateLimit),
  },
  {
    name: 'Last used',
    sort: byTime('lastUsedAt'),
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? (
        <Text size="sm" c="dimmed">
          Never
        </Text>
      ) : (
        <Moment at={lastUsedAt} />
      ),
  },
  { name: 'Registered', sort: byTime('createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function ClientLink({ client: { apiClientId, name } }: { readonly client: ApiClient }) {
  const { slug } = useWorkspace();
  return (
    <Anchor
      size="sm"
      fw={500}
      renderRoot={(props) => (
        <Link
          to="/$workspace/api-clients/$apiClientId"
          params={{ workspace: slug, apiClientId }}
          {...props}
        />
      )}
    >
      {name}
    </Anchor>
  );
}

/** The applications that call the API. */
export function ApiClientsPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:apiClients');
  const { search } = useListAddress<'search'>('-createdAt');
  const query = useQuery(apiClientsQuery(workspaceId, search));
  const register = useAddDialog({
    label: 'Register client',
    isAllowed: mayChange,
    address: 'client',
    dialog: (close) => <RegisterApiClient quota={query.data?.items[0]?.rateLimitQuota} onClose={close} />,
  });
  return (
    <>
      <ListPage
        title="API clients"
        docs="callApi"
        lead="Applications that call the API, with their scopes, rate limits and credentials."
        actions={register.button}
        find={{ placeholder: 'Name' }}
        query={query}
        columns={columns}
        sort={search.sort}
        keyOf={({ apiClientId }) => apiClientId}
        empty={{
          icon: 'apiClients',
          title: 'No API clients yet',
          text: 'Register one for each of your applications. Then issue it a key, or verify it with your identity provider.',
          action: register.button,
        }}
      />
      {register.dialog}
    </>
  );
}
