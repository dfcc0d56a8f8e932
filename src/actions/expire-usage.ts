import { expire } from '../core/usage-report.ts';
import { lockOverdueReports, updateReports } from '../storage/usage-reports.ts';
import type { ActionContext } from './context.ts';

const mostAtOnce = 500;

/** Ends reports whose 24 hours have passed undecided. Returns how many. */
export async function expireUsage({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const overdue = await lockOverdueReports(transaction, now, mostAtOnce);
    const expired = overdue.flatMap((stored) => {
      const report = expire(stored.report, now);
      return report ? [{ ...stored, report }] : [];
    });
    await updateReports(transaction, expired);
    return expired.length;
  });
}
