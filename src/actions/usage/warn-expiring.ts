import { needsWarning, noticeOfExpiring, unsentWarningMilliseconds } from '../../core/usage/notice.ts';
import type { UsageKey } from '../../core/usage/report.ts';
import { findExpiringReports, lockExpiringReports } from '../../storage/usage/expiring-reports.ts';
import { byWorkspace } from '../../storage/workspace-shard.ts';
import type { ActionContext } from '../context.ts';
import { raiseUsageNotices } from './raise-notices.ts';

const batchSize = 500;

/** Raises one notice for each report that would expire within two hours; each workspace for itself. Returns how many. */
export async function warnExpiringUsage(context: ActionContext): Promise<number> {
  const { database, now } = context;
  const sendableSince = new Date(now.getTime() - unsentWarningMilliseconds);
  let count = 0;
  const found = byWorkspace(await findExpiringReports(database, now, sendableSince, batchSize));
  for (const [workspaceId, keys] of found) count += await warnOf(context, workspaceId, keys);
  return count;
}

async function warnOf(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  keys: readonly UsageKey[],
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const expiring = await lockExpiringReports(transaction, workspaceId, keys);
    const stuck = expiring.filter(({ report }) => needsWarning(report, now));
    await raiseUsageNotices({ database: transaction, now, randomBytes }, stuck, noticeOfExpiring);
    return stuck.length;
  });
}
