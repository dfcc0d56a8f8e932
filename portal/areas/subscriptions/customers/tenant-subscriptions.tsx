import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { NewSubscription } from '../new-subscription.tsx';
import { toneOf } from '../queries.ts';
import { Term } from '../term.tsx';
import type { Tenant } from './queries.ts';
import styles from './tenant-lists.module.css';

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
      <ul className={styles.list}>
        {subscriptions.map((subscription) => {
          const { subscriptionId, product, plan, status, source, quantity } = subscription;
          return (
            <li key={subscriptionId}>
              <div className={styles.name}>
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
                <Text size="xs" c="dimmed">
                  {source}
                  {quantity !== null && `, ${quantity} seats`}
                </Text>
              </div>
              <StatusBadge tone={toneOf(status)}>{status}</StatusBadge>
              <Text size="sm" component="span">
                <Term subscription={subscription} />
              </Text>
            </li>
          );
        })}
      </ul>
      {subscriptionCount > subscriptions.length && (
        <Group mt="sm">
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/$workspace/subscriptions" params={{ workspace }} search={{ tenantId }} {...props} />
            )}
          >
            All {subscriptionCount}
          </Anchor>
        </Group>
      )}
      {isWriting && <NewSubscription tenantId={tenantId} onClose={close} />}
    </Section>
  );
}
