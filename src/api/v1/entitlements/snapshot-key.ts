const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The canonical form of a tenant id: lower case. */
export const cacheableTenantId = uuid;

export const entitlementsPath = '/api/v1/entitlements/';

const form = new RegExp(`^${entitlementsPath}(${uuid})\\?product=([a-z0-9-]+)$`);

/**
 * Names a tenant and a product within a workspace. It is the URL that reads the entitlement, so that a cached one is
 * found without taking the URL apart.
 */
export type SnapshotKey = string & { readonly SnapshotKey: unique symbol };

export function snapshotKey(product: string, tenantId: string): SnapshotKey {
  return `${entitlementsPath}${tenantId}?product=${product}` as SnapshotKey;
}

/** The URL of a request may be anything: a snapshot is found only under one in canonical form. */
export function asSnapshotKey(url: string): SnapshotKey {
  return url as SnapshotKey;
}

/** Undefined for text that is no key in canonical form. */
export function readSnapshotKey(
  key: SnapshotKey,
): { readonly product: string; readonly tenantId: string } | undefined {
  const [, tenantId, product] = form.exec(key) ?? [];
  return tenantId === undefined || product === undefined ? undefined : { tenantId, product };
}
