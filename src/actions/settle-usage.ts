import { usageKeyText } from '../core/usage-batch.ts';
import { noticeOfEnd } from '../core/usage-notice.ts';
import { type SendOutcome, settle } from '../core/usage-report.ts';
import { lockReports, type StoredReport, updateReports } from '../storage/usage-reports.ts';
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
  workspaceId: string,
  results: readonly SentReport[],
): Promise<readonly StoredReport[]> {
  return database.transaction().execute(async (transaction) => {
    const keys = results.map(({ sent }) => sent.report);
    const current = await lockReports(transaction, workspaceId, keys);
    const byKey = new Map(current.map((stored) => [usageKeyText(stored.report), stored]));
    const settled = results.flatMap(({ sent, outcome }) => {
      const stored = byKey.get(usageKeyText(sent.report));
      const chance = (randomBytes(1)[0] ?? 0) / 256;
      const report = stored && settle(stored.report, sent.report.claims, outcome, now, chance);
      return stored && report ? [{ ...stored, report }] : [];
    });
    await updateReports(transaction, settled);
    await raiseUsageNotices({ database: transaction, now, randomBytes }, settled, noticeOfEnd);
    return settled;
  });
}
