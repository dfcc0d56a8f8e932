import { endsWithNotice, noticeOfEnd } from '../../core/usage/notice.ts';
import { type SendOutcome, settle } from '../../core/usage/report.ts';
import type { Database } from '../../storage/database.ts';
import type { LeaseAddress } from '../../storage/usage/leases.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { settleReports } from '../../storage/usage/sending.ts';
import type { ActionContext } from '../context.ts';
import { raiseUsageNotices } from './raise-notices.ts';

/** One report of a lease that was sent, and the marketplace's answer. */
export interface SentReport {
  readonly sent: StoredReport;
  readonly outcome: SendOutcome;
}

/**
 * Ends a lease with the marketplace's answers about all its reports. A lease that was released has ended before: its
 * reports are settled by whoever takes them next. Support is told of what ended badly. Returns the reports that this
 * decided or put off.
 */
export async function settleUsage(
  { database, now, randomBytes }: ActionContext,
  lease: LeaseAddress,
  results: readonly SentReport[],
): Promise<readonly StoredReport[]> {
  const chances = randomBytes(results.length);
  const settled = results.flatMap(({ sent, outcome }, index) => {
    const chance = (chances[index] ?? 0) / 256;
    const after = settle(sent.report, sent.report.attempts, outcome, now, chance);
    return after ? [{ taken: sent, after }] : [];
  });
  const write = async (writing: Database) => {
    const written = await settleReports(writing, lease, settled);
    return settled
      .filter(({ after }) => written.has(after.reportId))
      .map(({ taken, after }) => ({ ...taken, report: after }));
  };
  // Nearly always there is nobody to tell, and one statement is a transaction of its own.
  if (!settled.some(({ after }) => endsWithNotice(after.status))) return write(database);
  return database.transaction().execute(async (transaction) => {
    const stored = await write(transaction);
    await raiseUsageNotices({ database: transaction, now, randomBytes }, stored, noticeOfEnd);
    return stored;
  });
}
