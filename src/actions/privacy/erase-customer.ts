import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import {
  deleteMembers,
  eraseAccounts,
  eraseFromAuditLog,
  eraseFromEvents,
  eraseFromNotifications,
  lockLiveSubscriptions,
  releaseTenant,
} from '../../storage/privacy/personal-data.ts';
import type { ActionContext } from '../context.ts';
import { announceMemberChange } from '../subscriptions/announce-member-change.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * Erases a customer whose subscriptions have all ended: members, seats and the organisation's name. Subscriptions and
 * usage stay for billing, under the tenant id and without personal data.
 */
export async function eraseCustomer(
  context: ActionContext,
  workspaceId: string,
  tenantId: string,
): Promise<undefined | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const count = await lockLiveSubscriptions(database, workspaceId, tenantId);
    if (count === undefined) return refuseUnknown('tenantId', 'customer');
    if (count > 0) return refuse('customer.has_live_subscriptions', { count });
    const traces = { workspaceId, tenantId, members: 'all' } as const;
    await eraseFromAuditLog(database, traces);
    await eraseFromNotifications(database, traces);
    await eraseFromEvents(database, traces);
    await eraseAccounts(database, traces);
    await deleteMembers(database, traces);
    await announceMemberChange(database, workspaceId, [tenantId]);
    await releaseTenant(database, workspaceId, tenantId);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'customer.erased',
      subject: { kind: 'Customer', id: tenantId },
      before: null,
      after: null,
    });
    return undefined;
  });
}
