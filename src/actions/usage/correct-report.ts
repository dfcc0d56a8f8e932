import { type Quantity, quantityToNumber } from '../../core/quantity.ts';
import type { Refusal } from '../../core/refusal.ts';
import { correct } from '../../core/usage/manual-change.ts';
import type { UsageKey } from '../../core/usage/report.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import type { ActionContext } from '../context.ts';
import { changeReport } from './change-report.ts';

/** Changes the quantity of a report that has not been sent. */
export function correctUsageReport(
  context: ActionContext,
  workspaceId: string,
  key: UsageKey,
  correction: { readonly quantity: Quantity; readonly replaces: Quantity },
): Promise<StoredReport | Refusal> {
  return changeReport(context, workspaceId, key, {
    action: 'usage_report.corrected',
    decide: (report) => correct(report, correction, context.now),
    shows: ({ quantity, status }) => ({ quantity: quantityToNumber(quantity), status }),
  });
}
