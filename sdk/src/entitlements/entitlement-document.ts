import type { EntitlementDocument } from '../types.ts';

/** Whether a response or a stored value is an entitlement of the tenant to the product. */
export function isEntitlementOf(
  value: unknown,
  tenantId: string,
  product: string,
): value is EntitlementDocument {
  const document: Partial<EntitlementDocument> = Object(value);
  return (
    document.tenantId === tenantId &&
    document.product?.slug === product &&
    Number.isSafeInteger(document.version) &&
    /^(Full|ReadOnly|None)$/.test(String(document.accessLevel)) &&
    typeof document.capabilities === 'object' &&
    document.capabilities !== null &&
    Array.isArray(document.plans)
  );
}
