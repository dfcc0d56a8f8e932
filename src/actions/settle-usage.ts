import { noticeOfEnd } from '../core/usage-notice.ts';
import { type SendOutcome, settle } from '../core/usage-report.ts';
import type { StoredReport } from '../storage/usage-reports.ts';
import { updateSentReports } from '../storage/usage-sending.ts';
import type { ActionContext } from './context.ts';
import { raiseUsageNotices } from './raise-usage-notices.ts';

/** One report that was sent under a claim, and what became of it. */
export interface SentReport {
  readonly sent: StoredReport;
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
    const report = settle(sent.report, sent.report.claims, outcome, now, chance);
    return report ? [{ ...sent, report }] : [];
  });
  return database.transaction().execute(async (transaction) => {
    const standing = await updateSentReports(transaction, decided);
    const settled = decided.filter(({ report }) => standing.has(report.reportId));
    await raiseUsageNotices({ database: transaction, now, randomBytes }, settled, noticeOfEnd);
    return settled;
  });
}
