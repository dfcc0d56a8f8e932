import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import type { WebhookDelivery } from './queries.ts';

interface DeliveryCustomerProps {
  readonly delivery: Pick<WebhookDelivery, 'tenantId' | 'organisation'>;
}

/** The customer whom an event is about, by name; by tenant id if no name is known. */
export function DeliveryCustomer({ delivery: { tenantId, organisation } }: DeliveryCustomerProps) {
  const { slug: workspace } = useWorkspace();
  if (tenantId === null) return '–';
  if (organisation === null) return <CopyableId id={tenantId} of="tenant" />;
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link to="/$workspace/customers/$tenantId" params={{ workspace, tenantId }} {...props} />
      )}
    >
      {organisation}
    </Anchor>
  );
}
