import { noticeOfEnd } from '../../core/usage/notice.ts';
import { expire } from '../../core/usage/report.ts';
import { findOverdueReports } from '../../storage/usage/expiring-reports.ts';
import { lockReports, type StoredReport, updateReports } from '../../storage/usage/reports.ts';
import type { ActionContext } from '../context.ts';
import { raiseUsageNotices } from './raise-notices.ts';

const maxBatch = 500;

/** Expires undecided reports whose 24 hours have passed, and raises notices. Returns their number. */
export async function expireUsage({ database, now, randomBytes }: ActionContext): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const keys = await findOverdueReports(transaction, now, maxBatch);
    const overdue: StoredReport[] = [];
    for (const workspaceId of new Set(keys.map((key) => key.workspaceId).sort())) {
      const own = keys.filter((key) => key.workspaceId === workspaceId);
      overdue.push(...(await lockReports(transaction, workspaceId, own, now)));
    }
    const expired = overdue.flatMap((stored) => {
      const report = expire(stored.report, now);
      return report ? [{ ...stored, report }] : [];
    });
    await updateReports(transaction, expired);
    await raiseUsageNotices({ database: transaction, now, randomBytes }, expired, noticeOfEnd);
    return expired.length;
  });
}
