import { isGuid } from '../shell/guid.ts';
import type { Register } from './directory.ts';

/** The tenant of personal accounts. Its key is in every key set, and valid for this tenant only. */
export const CONSUMERS_TENANT_ID = '9188040d-6c67-4c5b-b112-36a304b66dad';

const TENANT_TEMPLATE = '{tenantid}';

/** The first segment of a path. */
export type TenantSegment =
  | { readonly kind: 'tenant'; readonly id: string }
  | { readonly kind: 'alias'; readonly name: string; readonly issuerTenant: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' };

export function readTenantSegment(segment: string, register: Register): TenantSegment {
  const name = segment.toLowerCase();
  if (name === 'common' || name === 'organizations') {
    return { kind: 'alias', name, issuerTenant: TENANT_TEMPLATE };
  }
  if (name === 'consumers') return { kind: 'alias', name, issuerTenant: CONSUMERS_TENANT_ID };
  if (isGuid(name)) return register.hasTenant(name) ? { kind: 'tenant', id: name } : { kind: 'unknown' };
  const isDomain = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name);
  return { kind: isDomain ? 'unknown' : 'malformed' };
}
