import { announceChanges } from '../../storage/changes.ts';
import type { Database } from '../../storage/database.ts';
import { listOrganisationEntitlements } from '../../storage/entitlements/organisation-entitlements.ts';

/**
 * Announces changed members of the tenants. The eligibility of a user depends on the members of the whole organisation, so
 * the entitlements of its tenants are announced with their present versions: readers of the change stream may have
 * cached eligibility. Called before tenants leave their organisation.
 */
export async function announceMemberChange(
  database: Database,
  workspaceId: string,
  tenantIds: readonly string[],
): Promise<void> {
  const affected = await listOrganisationEntitlements(database, workspaceId, tenantIds);
  await announceChanges(database, [
    { kind: 'members', workspaceId },
    ...affected.map(({ tenantId, product, ...current }) => ({
      kind: 'entitlement' as const,
      workspaceId,
      product,
      tenantId,
      current,
    })),
  ]);
}
