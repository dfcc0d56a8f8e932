import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import type { AuditAction } from '../../core/workspaces/audit.ts';
import {
  deleteCalls,
  deleteMembers,
  eraseAccounts,
  eraseFromAuditLog,
  eraseFromEvents,
  eraseFromLicences,
  eraseFromNotifications,
  listSeatsOfMember,
  lockLiveSubscriptions,
  releaseTenant,
} from '../../storage/privacy/personal-data.ts';
import { eraseSubjects } from '../../storage/privacy/usage-subjects.ts';
import { lockMember } from '../../storage/subscriptions/customers.ts';
import { deleteSeat } from '../../storage/subscriptions/seats.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import { listAuditEntries } from '../../storage/workspaces/audit-entries.ts';
import type { ActionContext } from '../context.ts';
import { announceMemberChange } from '../subscriptions/customers.ts';
import { recordSeatChange } from '../subscriptions/seats.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * Erases a customer whose subscriptions have all ended: members, seats, contact, notes, account numbers and the organisation's name. Subscriptions and
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
    await eraseFromLicences(database, traces);
    await eraseFromEvents(database, traces);
    await eraseSubjects(database, traces);
    await eraseAccounts(database, traces);
    await deleteMembers(database, traces);
    await announceMemberChange(database, workspaceId, [tenantId]);
    await releaseTenant(database, workspaceId, tenantId);
    await deleteCalls(database, workspaceId, tenantId);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'customer.erased',
      subject: { kind: 'Customer', id: tenantId },
      before: null,
      after: null,
    });
    return undefined;
  });
}

/**
 * Erases a person: the member, their seats, and their personal data in audit log and marketplace notifications.
 * Subscriptions, quantities and usage stay. The audit log records the erasure and its actor.
 */
export async function eraseMember(
  context: ActionContext,
  workspaceId: string,
  person: { readonly tenantId: string; readonly objectId: string },
): Promise<undefined | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const member = await lockMember(database, workspaceId, person);
    if (!member) return refuseUnknown('objectId', 'member');
    const { memberId, tenantId, objectId } = member;
    for (const { subscriptionId } of await listSeatsOfMember(database, workspaceId, memberId)) {
      const stored = await lockSubscription(database, workspaceId, subscriptionId);
      if (!stored) continue;
      await deleteSeat(database, { workspaceId, tenantId, subscriptionId, memberId });
      const released = { memberId, objectId, email: null };
      await recordSeatChange({ ...context, database }, stored.subscription, 'seat.released', [released]);
    }
    const traces = { workspaceId, tenantId, members: [{ memberId, objectId }] };
    await eraseFromAuditLog(database, traces);
    await eraseFromNotifications(database, traces);
    await eraseFromEvents(database, traces);
    await eraseSubjects(database, traces);
    await eraseAccounts(database, traces);
    await deleteMembers(database, traces);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'customer_member.erased',
      subject: { kind: 'CustomerMember', id: memberId },
      before: null,
      after: null,
    });
    await announceMemberChange(database, workspaceId, [tenantId]);
    return undefined;
  });
}

const repeatPause = 60 * 60_000;

/**
 * Records a data export before it is sent. Repeated exports by one actor are one entry an hour: pipelines export the
 * catalogue file often.
 */
export async function recordExport(
  context: ActionContext,
  workspaceId: string,
  action: Extract<AuditAction, `${string}.exported`>,
  filter: Readonly<Record<string, unknown>>,
): Promise<void> {
  const from = new Date(context.now.getTime() - repeatPause);
  const question = { actorId: context.actor?.id, action, from, limit: 1 };
  const [latest] = await listAuditEntries(context.database, workspaceId, question);
  if (latest && isSame(latest.after, filter)) return;
  await recordAudit(context, workspaceId, {
    action,
    subject: { kind: 'Workspace', id: workspaceId },
    before: null,
    after: filter,
  });
}

function isSame(exported: object | null, filter: Readonly<Record<string, unknown>>): boolean {
  const before = new Map(Object.entries(exported ?? {}));
  const now = Object.entries(filter);
  return before.size === now.length && now.every(([name, value]) => before.get(name) === value);
}
