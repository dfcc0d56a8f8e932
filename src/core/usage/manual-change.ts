import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type Quantity, quantityToNumber } from './quantity.ts';
import { submit, type UsageReport } from './report.ts';
import { refuseWindow } from './window.ts';

/**
 * What people do to a report that no sender has taken yet. What has been taken is frozen, whoever asks: the marketplace
 * may have heard of it.
 */

/**
 * Another quantity for an hour, as an application would replace it: 0 skips it, and the sending is not put off. It says
 * which quantity it replaces, so that nobody overwrites what the application has sent meanwhile.
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
    const detail = `The report holds ${quantityToNumber(report.quantity)} now. Look at it again, then correct that.`;
    return refuse('request.precondition_failed', { quantity: quantityToNumber(report.quantity) }, detail);
  }
  return submitted.report;
}

/** Ends the hold: it is due at once. One that is due already stays as it is. */
export function release(report: UsageReport, now: Date): UsageReport | Refusal {
  const { status, claims, dueAt } = report;
  const outside = refuseWindow(report.hour, now);
  if (outside) return outside;
  if (status !== 'Pending' || claims > 0) return refuse('usage_report.not_held', { status, tries: claims });
  return dueAt <= now ? report : { ...report, dueAt: now };
}
