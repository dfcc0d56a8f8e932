import { isUuid } from '../../core/identifiers.ts';
import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { findNotice, type StoredNotice, updateNoticeAsDone } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Closes a notice and removes it from the next digest. The first person to close it is recorded. */
export async function markNoticeDone(
  context: ActionContext,
  workspaceId: string,
  noticeId: string,
  doneBy: string,
): Promise<StoredNotice | Refusal> {
  if (!isUuid(noticeId)) return refuseUnknown('noticeId', 'notice');
  const done = { doneBy, doneAt: context.now };
  return context.database.transaction().execute(async (database) => {
    const isFirst = await updateNoticeAsDone(database, workspaceId, noticeId, done);
    const notice = await findNotice(database, workspaceId, noticeId);
    if (!notice) return refuseUnknown('noticeId', 'notice');
    if (!isFirst) return notice;
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'notice.done',
      subject: { kind: 'Notice', id: noticeId },
      before: { kind: notice.kind, facts: notice.facts, done: null },
      after: { kind: notice.kind, facts: notice.facts, done: notice.done },
    });
    return notice;
  });
}
