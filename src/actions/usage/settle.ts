import { endsWithNotice, noticeOfEnd } from '../../core/usage/notice.ts';
import { type SendOutcome, settle } from '../../core/usage/report.ts';
import type { Database } from '../../storage/database.ts';
import type { LeaseAddress } from '../../storage/usage/leases.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { settleReports } from '../../storage/usage/sending.ts';
import type { ActionContext } from '../context.ts';
import { announceReportChanges } from './announce-report-changes.ts';
import { raiseUsageNotices } from './raise-notices.ts';

/** One sent report of a lease, and the marketplace's result. */
export interface SentReport {
  readonly sent: StoredReport;
  readonly outcome: SendOutcome;
}

/**
 * Ends a lease and writes the results of all its reports. After a release nothing is written: the next lease settles
 * the reports. Raises notices about reports that were not accepted. Returns the reports that were decided or postponed.
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
    return written.map(({ taken, after }) => ({ ...taken, report: after }));
  };
  // Usually there is neither a notice nor a cached use, and one statement needs no transaction.
  const isAlone = ({ taken, after }: (typeof settled)[number]) =>
    taken.origin === 'Records' && !endsWithNotice(after.status);
  if (settled.every(isAlone)) return write(database);
  return database.transaction().execute(async (transaction) => {
    const stored = await write(transaction);
    await announceReportChanges(transaction, stored);
    await raiseUsageNotices({ database: transaction, now, randomBytes }, stored, noticeOfEnd);
    return stored;
  });
}
