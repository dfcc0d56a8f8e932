import { timeOrderedId } from '../core/identifiers.ts';
import { announceChanges } from '../storage/changes.ts';
import { ensureTenant, insertOrganisation, lockHeldTenants } from '../storage/customers.ts';
import type { ActionContext } from './context.ts';
import { recordAudit } from './record-audit.ts';

/** Writes a customer down: an organisation and the tenants that it holds, also those that another one held before. */
export async function addOrganisation(
  context: ActionContext,
  workspaceId: string,
  { name, tenantIds }: { readonly name: string; readonly tenantIds: readonly string[] },
): Promise<{ readonly organisationId: string }> {
  const { database, now, randomBytes } = context;
  const organisationId = timeOrderedId(now, randomBytes);
  await database.transaction().execute(async (transaction) => {
    await insertOrganisation(transaction, { workspaceId, organisationId, name }, now);
    const heldBefore = await lockHeldTenants(transaction, workspaceId, tenantIds);
    // Always in one order, so that two organisations that claim the same tenants never wait for each other crosswise.
    for (const tenantId of [...tenantIds].sort()) {
      await ensureTenant(transaction, { workspaceId, tenantId, organisationId }, now);
    }
    await recordAudit({ ...context, database: transaction }, workspaceId, {
      action: 'organisation.added',
      subject: { kind: 'Organisation', id: organisationId },
      before: heldBefore.length > 0 ? { heldByOthers: heldBefore } : null,
      after: { name, tenantIds },
    });
    await announceChanges(transaction, [{ kind: 'members', workspaceId }]);
  });
  return { organisationId };
}
