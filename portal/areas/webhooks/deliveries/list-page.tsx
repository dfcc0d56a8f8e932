import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { exactTime } from '../../../parts/format/time.ts';
import { BulkBar } from '../../../parts/list/bulk-bar.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { type Selection, useSelection } from '../../../parts/list/selection.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { endpointsQuery, nameOf, webhooksKey } from '../endpoints/queries.ts';
import { WebhookNavigation } from '../navigation.tsx';
import { deliveryColumns } from './columns.tsx';
import { DeliveryFilters } from './filters.tsx';
import {
  type DeliverySearch,
  deliveriesQuery,
  isUnderWay,
  replay,
  textOf,
  type WebhookDelivery,
} from './queries.ts';
import { ReplayRange } from './replay-range.tsx';

const [event, ...rest] = deliveryColumns;

/** The delivery list with filters and replay. */
export function DeliveriesPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:webhooks');
  const search = useListAddress('-occurredAt').search as DeliverySearch;
  const query = useQuery(deliveriesQuery(workspaceId, search));
  const selection = useSelection<WebhookDelivery>(
    ({ type, occurredAt }) => `${type}, ${exactTime(occurredAt)}`,
  );
  const [isReplaying, { open, close }] = useDisclosure();
  const columns = [event, endpointColumn, ...rest].filter((column) => column !== undefined);
  return (
    <>
      <ListPage
        title="Webhook deliveries"
        docs="inspectDeliveries"
        lead="Deliveries of the last 30 days with their outcomes."
        actions={
          mayChange && (
            <Button variant="default" onClick={open}>
              Replay time range
            </Button>
          )
        }
        navigation={<WebhookNavigation />}
        filters={<DeliveryFilters />}
        query={query}
        columns={columns}
        sort={search.sort}
        keyOf={textOf}
        selection={mayChange ? selection : undefined}
        isBusy={isUnderWay}
        below={(items) => <ReplaySelected items={items} selection={selection} />}
        empty={{
          icon: 'webhooks',
          title: 'No deliveries yet',
          text: 'Deliveries appear here as soon as an event occurs.',
        }}
      />
      {isReplaying && <ReplayRange endpointId={search.endpoint} onClose={close} />}
    </>
  );
}

interface ReplaySelectedProps {
  readonly items: readonly WebhookDelivery[];
  readonly selection: Selection<WebhookDelivery>;
}

function ReplaySelected({ items, selection }: ReplaySelectedProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  return (
    <BulkBar
      items={items}
      keyOf={textOf}
      selection={selection}
      noun="delivery"
      nouns="deliveries"
      actions={[
        {
          verb: 'Replay',
          done: 'replayed',
          effect: 'The endpoint gets these events again, with their original ids.',
          appliesTo: () => true,
          act: (delivery) => replay(workspaceId, delivery),
        },
      ]}
      onSettled={() => queryClient.invalidateQueries({ queryKey: webhooksKey(workspaceId) })}
    />
  );
}

const endpointColumn: Column<WebhookDelivery> = {
  name: 'Endpoint',
  cell: ({ endpointId }) => <EndpointName endpointId={endpointId} />,
};

function EndpointName({ endpointId }: { readonly endpointId: string }) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery(endpointsQuery(workspaceId));
  const endpoint = data?.items.find((one) => one.endpointId === endpointId);
  return (
    <Text size="sm" c={endpoint ? undefined : 'dimmed'}>
      {endpoint ? nameOf(endpoint) : `…${endpointId.slice(-6)}`}
    </Text>
  );
}
