import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { NewSubscription } from '../new-subscription.tsx';
import { toneOf } from '../queries.ts';
import { Term } from '../term.tsx';
import type { Tenant } from './queries.ts';

type Held = Tenant['subscriptions'][number];

const columnsOf = (workspace: string): readonly Column<Held>[] => [
  {
    name: 'Plan',
    cell: ({ subscriptionId, product, plan }) => (
      <Anchor
        size="sm"
        fw={500}
        renderRoot={(props) => (
          <Link
            to="/$workspace/subscriptions/$subscriptionId"
            params={{ workspace, subscriptionId }}
            {...props}
          />
        )}
      >
        {product.name}, {plan.name}
      </Anchor>
    ),
  },
  { name: 'Status', cell: ({ status }) => <StatusBadge tone={toneOf(status)}>{status}</StatusBadge> },
  { name: 'Seats', align: 'end', cell: ({ quantity }) => (quantity === null ? '–' : formatNumber(quantity)) },
  { name: 'Term', cell: (subscription) => <Term subscription={subscription} /> },
  { name: 'Source', cell: ({ source }) => source },
];

/** The tenant's subscriptions, newest first. */
export function TenantSubscriptions({ tenant }: { readonly tenant: Tenant }) {
  const { slug: workspace } = useWorkspace();
  const mayChange = usePermission('change:subscriptions');
  const [isWriting, { open, close }] = useDisclosure();
  const { tenantId, subscriptions, subscriptionCount } = tenant;
  return (
    <Section
      title="Subscriptions"
      actions={
        mayChange && (
          <Button size="xs" variant="default" onClick={open}>
            Add contract
          </Button>
        )
      }
    >
      {subscriptions.length === 0 && (
        <Text size="sm" c="dimmed">
          No subscriptions yet.
        </Text>
      )}
      {subscriptions.length > 0 && (
        <RowTable
          items={subscriptions}
          columns={columnsOf(workspace)}
          keyOf={({ subscriptionId }) => subscriptionId}
        />
      )}
      {subscriptionCount > subscriptions.length && (
        <Group mt="sm">
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/$workspace/subscriptions" params={{ workspace }} search={{ tenantId }} {...props} />
            )}
          >
            All {formatNumber(subscriptionCount)}
          </Anchor>
        </Group>
      )}
      {isWriting && <NewSubscription tenantId={tenantId} onClose={close} />}
    </Section>
  );
}
