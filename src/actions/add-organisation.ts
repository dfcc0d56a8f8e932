import { timeOrderedId } from '../core/identifiers.ts';
import { announceChanges } from '../storage/changes.ts';
import { ensureTenant, insertOrganisation } from '../storage/customers.ts';
import type { ActionContext } from './context.ts';

/** Writes a customer down: an organisation and the tenants that it holds. */
export async function addOrganisation(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  { name, tenantIds }: { readonly name: string; readonly tenantIds: readonly string[] },
): Promise<{ readonly organisationId: string }> {
  const organisationId = timeOrderedId(now, randomBytes);
  await database.transaction().execute(async (transaction) => {
    await insertOrganisation(transaction, { workspaceId, organisationId, name }, now);
    // Always in one order, so that two organisations that claim the same tenants never wait for each other crosswise.
    for (const tenantId of [...tenantIds].sort()) {
      await ensureTenant(transaction, { workspaceId, tenantId, organisationId }, now);
    }
    await announceChanges(transaction, [{ kind: 'members', workspaceId }]);
  });
  return { organisationId };
}
