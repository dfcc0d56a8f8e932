import { useListAddress } from '../../parts/list/list-address.ts';
import { isUuid } from '../../parts/uuid.ts';

/** Whose usage is listed, as the URL has it. */
export const holderNames = ['subscriptionId', 'tenantId', 'product', 'dimension'] as const;
export type HolderName = (typeof holderNames)[number];

/** The filters of the URL. An invalid tenant id is not sent. */
export function useHolder() {
  const { subscriptionId, tenantId, product, dimension } = useListAddress<HolderName>().search;
  return { subscriptionId, tenantId: isUuid(tenantId) ? tenantId : undefined, product, dimension };
}
