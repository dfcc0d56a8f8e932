import { Button, Checkbox, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListAddress } from '../../../parts/list-address.ts';
import { type Column, ListPage } from '../../../parts/list-page.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { endpointsQuery, nameOf } from '../endpoints/queries.ts';
import { WebhookNavigation } from '../navigation.tsx';
import { deliveryColumns } from './columns.tsx';
import { DeliveryFilters } from './filters.tsx';
import { type DeliverySearch, deliveriesQuery, textOf, type WebhookDelivery } from './queries.ts';
import { ReplayRange } from './replay-range.tsx';
import { ReplaySelection } from './replay-selection.tsx';

const [event, ...rest] = deliveryColumns;

/** The delivery list with filters and replay. */
export function DeliveriesPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:webhooks');
  const search = useListAddress().search as DeliverySearch;
  const query = useQuery(deliveriesQuery(workspaceId, search));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isReplaying, { open, close }] = useDisclosure();
  const shown = query.data?.items ?? [];
  // Only visible deliveries are replayed.
  const chosen = shown.filter((delivery) => selected.has(textOf(delivery)));
  const choose = (delivery: WebhookDelivery, isChosen: boolean) => {
    const next = new Set(chosen.map(textOf));
    if (isChosen) next.add(textOf(delivery));
    else next.delete(textOf(delivery));
    setSelected(next);
  };
  const selection: Column<WebhookDelivery> = {
    name: 'Selected',
    isActions: true,
    cell: (delivery) => (
      <Checkbox
        aria-label={`Select ${delivery.type} ${delivery.eventId}`}
        checked={selected.has(textOf(delivery))}
        onChange={({ currentTarget }) => choose(delivery, currentTarget.checked)}
      />
    ),
  };
  const columns = [event, endpointColumn, ...rest].filter((column) => column !== undefined);
  return (
    <>
      <ListPage
        title="Webhook deliveries"
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
        columns={mayChange ? [...columns, selection] : columns}
        keyOf={textOf}
        empty={{
          icon: 'webhooks',
          title: 'No deliveries yet',
          text: 'Deliveries appear here as soon as an event occurs.',
        }}
      />
      {mayChange && (
        <ReplaySelection
          chosen={chosen}
          shown={shown}
          onSelect={(deliveries) => setSelected(new Set(deliveries.map(textOf)))}
        />
      )}
      {isReplaying && <ReplayRange endpointId={search.endpoint} onClose={close} />}
    </>
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
