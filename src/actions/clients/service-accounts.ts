import { readServiceAccountName, type ServiceAccount } from '../../core/clients/service-account.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import {
  deleteServiceAccount,
  insertServiceAccount,
  isServiceAccountNameTaken,
  lockServiceAccount,
} from '../../storage/clients/service-accounts.ts';
import { countServiceAccounts } from '../../storage/workspaces/counts.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Adds an account without keys. */
export async function addServiceAccount(
  context: ActionContext,
  workspaceId: string,
  { role, ...written }: { readonly name: string; readonly role: MemberRole },
): Promise<ServiceAccount | Refusal> {
  const name = readServiceAccountName(written.name);
  if (isRefusal(name)) return name;
  const serviceAccountId = timeOrderedId(context.now, context.randomBytes);
  const account = { workspaceId, serviceAccountId, name, role, createdAt: context.now };
  const added = context.database.transaction().execute(async (database) => {
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const present = await countServiceAccounts(database, workspaceId);
    const full = checkWorkspaceLimit(partnerPlan, 'service accounts', present);
    if (full) return full;
    await insertServiceAccount(database, account);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'service_account.added',
      subject: { kind: 'ServiceAccount', id: serviceAccountId },
      before: null,
      after: { name, role },
    });
    return account;
  });
  return added.catch((error: unknown) => {
    if (!isServiceAccountNameTaken(error)) throw error;
    const message = 'is the name of another service account';
    return refuseInvalid([{ path: 'name', rule: 'unique', message }]);
  });
}

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
