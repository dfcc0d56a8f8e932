import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CustomerLink } from '../../../parts/links/customer-link.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { attemptLabel, toneOf, type WebhookDelivery } from './queries.ts';

/** The columns of every delivery list. */
export const deliveryColumns: readonly Column<WebhookDelivery>[] = [
  { name: 'Event', cell: (delivery) => <DeliveryLink delivery={delivery} /> },
  {
    name: 'Outcome',
    cell: (delivery) => <StatusBadge tone={toneOf(delivery)}>{delivery.outcome}</StatusBadge>,
  },
  {
    name: 'Last attempt',
    cell: ({ lastTry, nextTryAt }) => (
      <div>
        <Text size="sm">{lastTry ? attemptLabel(lastTry) : 'None yet'}</Text>
        {nextTryAt && (
          <Text size="xs" c="dimmed">
            next <Moment at={nextTryAt} />
          </Text>
        )}
      </div>
    ),
  },
  { name: 'Attempts', align: 'end', cell: ({ tries }) => tries },
  { name: 'Customer', cell: (delivery) => <CustomerLink of={delivery} /> },
  { name: 'Occurred', sort: byTime('occurredAt'), cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
];

function DeliveryLink({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { type, endpointId, eventId, replay } = delivery;
  const { slug } = useWorkspace();
  return (
    <>
      <Anchor
        size="sm"
        fw={500}
        renderRoot={(props) => (
          <Link
            to="/$workspace/webhooks/deliveries/$endpointId/$eventId"
            params={{ workspace: slug, endpointId, eventId }}
            search={{ replay }}
            {...props}
          />
        )}
      >
        {type}
      </Anchor>
      {replay > 0 && (
        <Text size="xs" c="dimmed">
          Replay {replay}
        </Text>
      )}
    </>
  );
}
