import { endsWithNotice, noticeOfEnd } from '../../core/usage/notice.ts';
import { type SendOutcome, settle } from '../../core/usage/report.ts';
import type { Database } from '../../storage/database.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { type ClaimedReport, updateSentReports } from '../../storage/usage/sending.ts';
import type { ActionContext } from '../context.ts';
import { raiseUsageNotices } from './raise-notices.ts';

/** One report that was sent under a claim, and what became of it. */
export interface SentReport {
  readonly sent: ClaimedReport;
  readonly outcome: SendOutcome;
}

/**
 * Writes down what the marketplace said, only where the sender's claim still stands: one that was taken over meanwhile
 * is settled by whoever took it. Support is told of what ended badly. Returns the reports that this decided or put off.
 */
export async function settleUsage(
  { database, now, randomBytes }: ActionContext,
  results: readonly SentReport[],
): Promise<readonly StoredReport[]> {
  const chances = randomBytes(results.length);
  const decided = results.flatMap(({ sent, outcome }, index) => {
    const chance = (chances[index] ?? 0) / 256;
    const after = settle(sent.report, sent.report.claims, outcome, now, chance);
    return after ? [{ claimed: sent, after }] : [];
  });
  const write = async (writing: Database) => {
    const standing = await updateSentReports(writing, decided);
    return decided
      .filter(({ after }) => standing.has(after.reportId))
      .map(({ claimed, after }) => ({ ...claimed, report: after }));
  };
  // Nearly always there is nobody to tell, and one statement is a transaction of its own.
  if (!decided.some(({ after }) => endsWithNotice(after.status))) return write(database);
  return database.transaction().execute(async (transaction) => {
    const settled = await write(transaction);
    await raiseUsageNotices({ database: transaction, now, randomBytes }, settled, noticeOfEnd);
    return settled;
  });
}
