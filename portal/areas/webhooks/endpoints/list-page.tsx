import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byText, byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { WebhookNavigation } from '../navigation.tsx';
import { AddEndpoint } from './add-endpoint.tsx';
import { EndpointHealth } from './health.tsx';
import { endpointsQuery, healthQuery, nameOf, type WebhookEndpoint } from './queries.ts';
import { EndpointState } from './state.tsx';

const columns: readonly Column<WebhookEndpoint>[] = [
  { name: 'Endpoint', sort: byText('name'), cell: (endpoint) => <EndpointLink endpoint={endpoint} /> },
  { name: 'Status', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  { name: 'Last 24 hours', cell: ({ endpointId }) => <Health endpointId={endpointId} /> },
  {
    name: 'Events',
    cell: ({ eventTypes, products }) => (
      <div>
        <Text size="sm">{eventTypes === null ? 'All events' : eventTypes.join(', ')}</Text>
        <Text size="xs" c="dimmed">
          {products === null ? 'All products' : products.join(', ')}
        </Text>
      </div>
    ),
  },
  { name: 'Added', sort: byTime('createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function EndpointLink({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { slug } = useWorkspace();
  return (
    <div>
      <Anchor
        size="sm"
        fw={500}
        renderRoot={(props) => (
          <Link
            to="/$workspace/webhooks/endpoints/$endpointId"
            params={{ workspace: slug, endpointId: endpoint.endpointId }}
            {...props}
          />
        )}
      >
        {nameOf(endpoint)}
      </Anchor>
      {endpoint.description && (
        <Text size="xs" c="dimmed">
          {endpoint.url}
        </Text>
      )}
    </div>
  );
}

function Health({ endpointId }: { readonly endpointId: string }) {
  const { workspaceId } = useWorkspace();
  const { data, isError } = useQuery(healthQuery(workspaceId));
  if (isError) return 'Unknown';
  return data ? (
    <EndpointHealth health={data} endpointId={endpointId} />
  ) : (
    <Skeleton height={28} width={144} />
  );
}

/** The webhook endpoints with their health. */
export function EndpointsPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:webhooks');
  const { search } = useListAddress<'search'>('-createdAt');
  const query = useQuery(endpointsQuery(workspaceId, search));
  const add = useAddDialog({
    label: 'Add endpoint',
    address: 'endpoint',
    isAllowed: mayChange,
    dialog: (close) => <AddEndpoint onClose={close} />,
  });
  return (
    <>
      <ListPage
        title="Webhooks"
        docs="receiveWebhooks"
        lead="Endpoints that receive events of subscriptions, entitlements and seats."
        actions={add.button}
        navigation={<WebhookNavigation />}
        find={{ placeholder: 'Description or URL' }}
        query={query}
        columns={columns}
        sort={search.sort}
        keyOf={({ endpointId }) => endpointId}
        empty={{
          icon: 'webhooks',
          title: 'No endpoints yet',
          text: 'Add the address of an application that receives events. Earlier events can be replayed to it.',
          action: add.button,
        }}
      />
      {add.dialog}
    </>
  );
}
