/** A tenant's id as it is kept: in small letters. */
export const plainTenantId = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
