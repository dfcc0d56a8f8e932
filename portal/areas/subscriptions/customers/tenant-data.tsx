import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { customerExport, eraseCustomer } from './personal-data.ts';
import { customersKey, type Tenant } from './queries.ts';

/** Export and deletion of a customer's data, for requests of data subjects. */
export function TenantData({ tenant: { tenantId, organisation } }: { readonly tenant: Tenant }) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:customers');
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  if (!mayChange) return null;
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" component="a" download href={customerExport(workspaceId, tenantId)}>
        Export data
      </Button>
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        Delete customer
      </Button>
      <ConfirmAction
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Delete ${organisation?.name ?? tenantId}?`}
        verb="Delete customer"
        act={() => eraseCustomer(workspaceId, tenantId)}
        onDone={() => client.invalidateQueries({ queryKey: customersKey(workspaceId) })}
      >
        Its members, their seats and the organisation’s name are deleted. This cannot be undone. Ended
        subscriptions and usage stay for billing, under the tenant id and without people. A customer whose
        subscriptions have not ended cannot be deleted.
      </ConfirmAction>
    </Group>
  );
}
