import { isUuid } from '../../core/identifiers.ts';
import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import type { AuditAction } from '../../core/workspaces/audit.ts';
import { memberStatus } from '../../core/workspaces/member.ts';
import type { Notice } from '../../core/workspaces/notice.ts';
import { findWorkspaceMember } from '../../storage/workspaces/members.ts';
import {
  findNotice,
  findOpenNotices,
  type StoredNotice,
  updateNoticeAssignee,
  updateNoticeDone,
} from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Marks the open notices as done, in the transaction of the change that settles them. */
export async function closeNotices(
  context: ActionContext,
  workspaceId: string,
  keys: readonly Pick<Notice, 'kind' | 'key'>[],
  doneBy: string,
): Promise<void> {
  for (const { noticeId, kind, facts } of await findOpenNotices(context.database, workspaceId, keys)) {
    const done = { by: doneBy, at: context.now };
    if (!(await updateNoticeDone(context.database, workspaceId, noticeId, done))) continue;
    await recordAudit(context, workspaceId, {
      action: 'notice.done',
      subject: { kind: 'Notice', id: noticeId },
      before: { kind, facts, done: null },
      after: { kind, facts, done },
    });
  }
}

/** Closes a notice and removes it from the next digest. The first person to close it is recorded. */
export function markNoticeDone(
  context: ActionContext,
  workspaceId: string,
  noticeId: string,
  doneBy: string,
): Promise<StoredNotice | Refusal> {
  return change(context, workspaceId, noticeId, 'notice.done', { by: doneBy, at: context.now });
}

/** Opens a notice again that was marked as done by mistake. */
export function reopenNotice(
  context: ActionContext,
  workspaceId: string,
  noticeId: string,
): Promise<StoredNotice | Refusal> {
  return change(context, workspaceId, noticeId, 'notice.reopened', null);
}

/** Assigns a notice to a member who has joined the workspace, or to nobody with null. */
export async function assignNotice(
  context: ActionContext,
  workspaceId: string,
  noticeId: string,
  memberId: string | null,
): Promise<StoredNotice | Refusal> {
  if (!isUuid(noticeId)) return refuseUnknown('noticeId', 'notice');
  return context.database.transaction().execute(async (database) => {
    const before = await findNotice(database, workspaceId, noticeId);
    if (!before) return refuseUnknown('noticeId', 'notice');
    const member = memberId === null ? null : await findWorkspaceMember(database, workspaceId, memberId);
    const hasJoined = member && memberStatus(member, context.now) === 'Joined';
    if (memberId !== null && !hasJoined) return refuseUnknown('memberId', 'member');
    if ((before.assignee?.memberId ?? null) === memberId) return before;
    await updateNoticeAssignee(database, workspaceId, noticeId, memberId);
    const notice = await findNotice(database, workspaceId, noticeId);
    if (!notice) return refuseUnknown('noticeId', 'notice');
    const { kind, facts } = notice;
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'notice.assigned',
      subject: { kind: 'Notice', id: noticeId },
      before: { kind, facts, assignee: before.assignee?.name ?? null },
      after: { kind, facts, assignee: notice.assignee?.name ?? null },
    });
    return notice;
  });
}

async function change(
  context: ActionContext,
  workspaceId: string,
  noticeId: string,
  action: AuditAction,
  done: { readonly by: string; readonly at: Date } | null,
): Promise<StoredNotice | Refusal> {
  if (!isUuid(noticeId)) return refuseUnknown('noticeId', 'notice');
  return context.database.transaction().execute(async (database) => {
    const before = await findNotice(database, workspaceId, noticeId);
    const isChanged = await updateNoticeDone(database, workspaceId, noticeId, done);
    const notice = await findNotice(database, workspaceId, noticeId);
    if (!before || !notice) return refuseUnknown('noticeId', 'notice');
    if (!isChanged) return notice;
    const { kind, facts } = notice;
    await recordAudit({ ...context, database }, workspaceId, {
      action,
      subject: { kind: 'Notice', id: noticeId },
      before: { kind, facts, done: before.done },
      after: { kind, facts, done: notice.done },
    });
    return notice;
  });
}
