import { noticeOfEnd } from '../../core/usage/notice.ts';
import { expire, type UsageKey } from '../../core/usage/report.ts';
import { findOverdueReports } from '../../storage/usage/expiring-reports.ts';
import { lockReports, updateReports } from '../../storage/usage/reports.ts';
import { byWorkspace } from '../../storage/workspace-shard.ts';
import type { ActionContext } from '../context.ts';
import { announceReportChanges } from './announce-report-changes.ts';
import { raiseUsageNotices } from './raise-notices.ts';

const maxBatch = 500;

/** Ends reports whose 24 hours have passed undecided, and tells support; each workspace for itself. Returns how many. */
export async function expireUsage(context: ActionContext): Promise<number> {
  let count = 0;
  const overdue = byWorkspace(await findOverdueReports(context.database, context.now, maxBatch));
  for (const [workspaceId, keys] of overdue) count += await expireReports(context, workspaceId, keys);
  return count;
}

async function expireReports(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const overdue = await lockReports(transaction, workspaceId, keys, now);
    const expired = overdue.flatMap((stored) => {
      const report = expire(stored.report, now);
      return report ? [{ ...stored, report }] : [];
    });
    await updateReports(transaction, workspaceId, expired);
    await announceReportChanges(transaction, expired);
    await raiseUsageNotices({ database: transaction, now, randomBytes }, expired, noticeOfEnd);
    return expired.length;
  });
}
