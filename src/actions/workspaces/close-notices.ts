import type { Notice } from '../../core/workspaces/notice.ts';
import { findOpenNotices, updateNoticeDone } from '../../storage/workspaces/notices.ts';
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
