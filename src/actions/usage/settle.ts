import { endsWithNotice, noticeOfEnd } from '../../core/usage/notice.ts';
import { type SendOutcome, settle } from '../../core/usage/report.ts';
import type { Database } from '../../storage/database.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { type LeasedReport, updateSentReports } from '../../storage/usage/sending.ts';
import type { ActionContext } from '../context.ts';
import { raiseUsageNotices } from './raise-notices.ts';

/** One report that was sent under a lease, and the marketplace's answer. */
export interface SentReport {
  readonly sent: LeasedReport;
  readonly outcome: SendOutcome;
}

/**
 * Writes the marketplace's answers, where the sender's lease still counts: a lease that was taken over is settled by its
 * new owner. Support is told of what ended badly. Returns the reports that this decided or put off.
 */
export async function settleUsage(
  { database, now, randomBytes }: ActionContext,
  results: readonly SentReport[],
): Promise<readonly StoredReport[]> {
  const chances = randomBytes(results.length);
  const decided = results.flatMap(({ sent, outcome }, index) => {
    const chance = (chances[index] ?? 0) / 256;
    const after = settle(sent.report, sent.report.attempts, outcome, now, chance);
    return after ? [{ leased: sent, after }] : [];
  });
  const write = async (writing: Database) => {
    const standing = await updateSentReports(writing, decided);
    return decided
      .filter(({ after }) => standing.has(after.reportId))
      .map(({ leased, after }) => ({ ...leased, report: after }));
  };
  // Nearly always there is nobody to tell, and one statement is a transaction of its own.
  if (!decided.some(({ after }) => endsWithNotice(after.status))) return write(database);
  return database.transaction().execute(async (transaction) => {
    const settled = await write(transaction);
    await raiseUsageNotices({ database: transaction, now, randomBytes }, settled, noticeOfEnd);
    return settled;
  });
}
