import { useQuery } from '@tanstack/react-query';
import { customerNamesQuery } from '../../api/customer-names.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { isUuid } from '../uuid.ts';

/** The name of a tenant's customer, or the tenant id while no name is known; undefined without a tenant. */
export function useCustomerName(tenantId: string | undefined): string | undefined {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery({
    ...customerNamesQuery(workspaceId, tenantId ?? ''),
    enabled: isUuid(tenantId),
  });
  return data?.find((one) => one.tenantId === tenantId?.toLowerCase())?.name ?? tenantId;
}
