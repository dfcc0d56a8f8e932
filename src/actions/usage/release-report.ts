import type { Refusal } from '../../core/refusal.ts';
import { release } from '../../core/usage/manual-change.ts';
import type { UsageKey } from '../../core/usage/report.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import type { ActionContext } from '../context.ts';
import { changeReport } from './change-report.ts';

/** Ends a report's hold, so that it is due now. */
export function releaseUsageReport(
  context: ActionContext,
  workspaceId: string,
  key: UsageKey,
): Promise<StoredReport | Refusal> {
  return changeReport(context, workspaceId, key, {
    action: 'usage_report.released',
    decide: (report) => release(report, context.now),
    shows: ({ dueAt }) => ({ dueAt }),
  });
}
