import { isUuid } from '../core/identifiers.ts';
import { type Refusal, refuseUnknown } from '../core/refusal.ts';
import { findNotice, type StoredNotice, updateNoticeAsDone } from '../storage/notices.ts';
import type { ActionContext } from './context.ts';

/** Takes a notice out of the open ones, and out of the next mail. Of several who do, the first is remembered. */
export async function markNoticeDone(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  workspaceId: string,
  noticeId: string,
  doneBy: string,
): Promise<StoredNotice | Refusal> {
  if (!isUuid(noticeId)) return refuseUnknown('noticeId', 'notice');
  return database.transaction().execute(async (transaction) => {
    await updateNoticeAsDone(transaction, workspaceId, noticeId, { doneBy, doneAt: now });
    const notice = await findNotice(transaction, workspaceId, noticeId);
    return notice ?? refuseUnknown('noticeId', 'notice');
  });
}
