import { useListAddress } from '../../parts/list/list-address.ts';
import { isUuid } from '../../parts/uuid.ts';

/** Whose usage is listed, as the URL has it. */
export const usageFilterNames = ['subscriptionId', 'tenantId', 'product', 'dimension'] as const;
export type UsageFilterName = (typeof usageFilterNames)[number];

/** The filters of the URL. An invalid tenant id is not sent. */
export function useUsageFilter() {
  const { subscriptionId, tenantId, product, dimension } = useListAddress<UsageFilterName>().search;
  return { subscriptionId, tenantId: isUuid(tenantId) ? tenantId : undefined, product, dimension };
}
