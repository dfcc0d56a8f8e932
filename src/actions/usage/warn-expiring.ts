import { needsWarning, noticeOfExpiring, unsentWarningMilliseconds } from '../../core/usage/notice.ts';
import { lockExpiringReports } from '../../storage/usage/expiring-reports.ts';
import type { ActionContext } from '../context.ts';
import { raiseUsageNotices } from './raise-notices.ts';

const batchSize = 500;

/** Raises one notice for each report that would expire within two hours. Returns how many. */
export async function warnExpiringUsage({ database, now, randomBytes }: ActionContext): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const sendableSince = new Date(now.getTime() - unsentWarningMilliseconds);
    const expiring = await lockExpiringReports(transaction, now, sendableSince, batchSize);
    const stuck = expiring.filter(({ report }) => needsWarning(report, now));
    await raiseUsageNotices({ database: transaction, now, randomBytes }, stuck, noticeOfExpiring);
    return stuck.length;
  });
}
