import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { deleteServiceAccount, lockServiceAccount } from '../../storage/clients/service-accounts.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Its keys are refused from the next request on. The audit log keeps its name. */
export async function removeServiceAccount(
  context: ActionContext,
  workspaceId: string,
  serviceAccountId: string,
): Promise<Refusal | undefined> {
  return context.database.transaction().execute(async (database) => {
    const account = await lockServiceAccount(database, workspaceId, serviceAccountId);
    if (!account) return refuseUnknown('serviceAccountId', 'service account');
    const { name, role } = account;
    await deleteServiceAccount(database, account);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'service_account.removed',
      subject: { kind: 'ServiceAccount', id: serviceAccountId },
      before: { name, role },
      after: null,
    });
    return undefined;
  });
}
