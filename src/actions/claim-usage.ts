import { claim } from '../core/usage-report.ts';
import type { StoredReport } from '../storage/usage-reports.ts';
import { lockDueReports, updateClaims } from '../storage/usage-sending.ts';
import type { ActionContext } from './context.ts';

/** Longer than any call to the marketplace takes: a sender that has not settled by then has died. */
const leaseMilliseconds = 2 * 60_000;

/**
 * Takes the next reports of one connection to send. From here on their quantities are frozen. Senders in any number of
 * nodes may do this at once; each report goes to one of them.
 */
export async function claimUsage(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  connection: { readonly workspaceId: string; readonly sourceName: string },
  most: number,
): Promise<readonly StoredReport[]> {
  return database.transaction().execute(async (transaction) => {
    const due = await lockDueReports(transaction, connection, now, most);
    const claimed = due.flatMap((stored) => {
      const report = claim(stored.report, now, leaseMilliseconds);
      return report ? [{ ...stored, report }] : [];
    });
    await updateClaims(transaction, claimed);
    return claimed;
  });
}
