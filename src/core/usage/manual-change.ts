import { type Quantity, quantityToNumber } from '../quantity.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { submit, type UsageReport } from './report.ts';
import { refuseWindow } from './window.ts';

/**
 * Replaces the quantity of an unsent report; 0 skips it. The due time stays. `replaces` guards against overwriting a
 * quantity that the application has sent in the meantime. A report that was ever leased is frozen: the marketplace may
 * have received it.
 */
export function correct(
  report: UsageReport,
  { quantity, replaces }: { readonly quantity: Quantity; readonly replaces: Quantity },
  now: Date,
): UsageReport | Refusal {
  const outside = refuseWindow(report.hour, now);
  if (outside) return outside;
  const submitted = submit(report, { ...report, quantity, holdMinutes: 0 }, now);
  if (isRefusal(submitted)) return submitted;
  if (submitted.outcome === 'Unchanged') return report;
  if (report.quantity !== replaces) {
    const detail = `The quantity is now ${quantityToNumber(report.quantity)}. Reload the report and correct it again.`;
    return refuse('request.precondition_failed', { quantity: quantityToNumber(report.quantity) }, detail);
  }
  return submitted.report;
}

/** Ends the hold: the report is due at once. A report that is already due is unchanged. */
export function release(report: UsageReport, now: Date): UsageReport | Refusal {
  const { status, attempts, dueAt } = report;
  const outside = refuseWindow(report.hour, now);
  if (outside) return outside;
  if (status !== 'Pending' || attempts > 0) {
    return refuse('usage_report.not_held', { status, tries: attempts });
  }
  return dueAt <= now ? report : { ...report, dueAt: now };
}
