import type { EntitlementDocument } from './types.ts';

/** Whether a response or a stored value is an entitlement of the tenant to the product. */
export function isEntitlementOf(
  value: unknown,
  tenantId: string,
  product: string,
): value is EntitlementDocument {
  const { capabilities, plans, ...rest } = Object(value) as Partial<EntitlementDocument>;
  return (
    rest.tenantId === tenantId &&
    rest.product?.slug === product &&
    Number.isSafeInteger(rest.version) &&
    ['Full', 'ReadOnly', 'None'].includes(rest.accessLevel ?? '') &&
    typeof capabilities === 'object' &&
    capabilities !== null &&
    Array.isArray(plans)
  );
}
