import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { Section } from '../../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { SubscriptionLink, subscriptionColumns } from '../columns.tsx';
import { NewSubscription } from '../new-subscription.tsx';
import type { Subscription } from '../queries.ts';
import type { Tenant } from './queries.ts';

const columns: readonly Column<Subscription>[] = [
  {
    name: 'Plan',
    cell: ({ subscriptionId, product, plan }) => (
      <SubscriptionLink subscriptionId={subscriptionId}>{`${product.name}, ${plan.name}`}</SubscriptionLink>
    ),
  },
  ...subscriptionColumns,
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
        <RowTable items={subscriptions} columns={columns} keyOf={({ subscriptionId }) => subscriptionId} />
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
