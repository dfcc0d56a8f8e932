import type { ValidationIssue } from '../refusal.ts';

/** The tenant of all personal Microsoft accounts. Its users are strangers to each other: it is nobody's customer. */
export const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad';

export function isPersonalTenant(tenantId: string): boolean {
  return tenantId.toLowerCase() === personalAccounts;
}

/** The issue of entered tenant ids that are not an organisation's. */
export function personalTenantIssues(
  path: string,
  ...tenantIds: readonly string[]
): readonly ValidationIssue[] {
  if (!tenantIds.some(isPersonalTenant)) return [];
  const message =
    'must be the tenant of an organisation: this one has all personal Microsoft accounts, which do not belong together';
  return [{ path, rule: 'organisation', message }];
}
