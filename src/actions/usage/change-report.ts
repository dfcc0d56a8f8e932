import { isRefusal, type Refusal, refuseUnknown } from '../../core/refusal.ts';
import type { UsageKey, UsageReport } from '../../core/usage/report.ts';
import type { AuditAction } from '../../core/workspaces/audit.ts';
import { lockReports, type StoredReport, updateReports } from '../../storage/usage/reports.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { announceReportChanges } from './announce-report-changes.ts';

/**
 * A person's change of one report. The report is locked: a leased one is refused, and a later lease sees the change.
 */
export async function changeReport(
  context: ActionContext,
  workspaceId: string,
  key: UsageKey,
  change: {
    readonly action: AuditAction;
    readonly decide: (report: UsageReport) => UsageReport | Refusal;
    /** The audited members. */
    readonly shows: (report: UsageReport) => object;
  },
): Promise<StoredReport | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const [stored] = await lockReports(database, workspaceId, [key], context.now);
    if (!stored) return refuseUnknown('hour', 'usage report');
    const decided = change.decide(stored.report);
    if (isRefusal(decided)) return decided;
    if (decided === stored.report) return stored;
    const changed = { ...stored, report: decided };
    await updateReports(database, workspaceId, [changed]);
    await announceReportChanges(database, [changed]);
    const { reportId, subscriptionId, dimension, hour } = decided;
    const named = { subscriptionId, dimension, hour };
    await recordAudit({ ...context, database }, workspaceId, {
      action: change.action,
      subject: { kind: 'UsageReport', id: reportId },
      before: { ...named, ...change.shows(stored.report) },
      after: { ...named, ...change.shows(decided) },
    });
    return changed;
  });
}
