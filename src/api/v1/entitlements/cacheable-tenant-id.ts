/** The canonical form of a tenant id: lower case. */
export const cacheableTenantId = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
