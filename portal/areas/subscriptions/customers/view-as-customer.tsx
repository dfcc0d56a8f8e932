import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { marketplacesQuery } from '../../../api/marketplaces.ts';
import { showError } from '../../../parts/notify.ts';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import type { Tenant } from './queries.ts';

/**
 * Opens the customer's page as the customer sees it. Each connection has one; without a connection there is none. A customer
 * without an account number has bought nothing at a marketplace that names buyers by it.
 */
export function ViewAsCustomer({ tenantId, accounts }: Pick<Tenant, 'tenantId' | 'accounts'>) {
  const { workspaceId } = useWorkspace();
  const mayView = usePermission('change:subscriptions');
  const { data: marketplaces = [] } = useQuery(marketplacesQuery(workspaceId));
  const connections = marketplaces.filter(({ traits }) => traits.namesCustomer || accounts.length > 0);
  const view = useMutation({
    mutationFn: (connectionId: string) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/view', {
          params: { path: { workspaceId, tenantId } },
          body: { connectionId },
        }),
      ),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: showError,
  });
  const [only, another] = connections;
  if (!mayView || !only) return null;
  const look = { size: 'xs', variant: 'default', loading: view.isPending || view.isSuccess } as const;
  if (!another) {
    return (
      <Button {...look} onClick={() => view.mutate(only.connectionId)}>
        View as customer
      </Button>
    );
  }
  return (
    <Menu>
      <Menu.Target>
        <Button {...look}>View as customer</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {connections.map(({ connectionId, sourceName }) => (
          <Menu.Item key={connectionId} onClick={() => view.mutate(connectionId)}>
            {sourceName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
