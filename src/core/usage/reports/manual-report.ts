import { isRefusal, type Refusal, refuse, refuseInvalid } from '../../refusal.ts';
import { type Quantity, quantityToNumber, zeroQuantity } from '../../values/quantity.ts';
import { type Submission, submit, type UsageReport } from './report.ts';
import { refuseWindow } from './window.ts';

export interface ReportedByHand {
  readonly report: UsageReport;
  /** Whether the marketplace had rejected the hour. */
  readonly isAgain: boolean;
}

/** A report, and the dimension as which a person has reported its usage instead; null: none. */
export interface KnownReport {
  readonly report: UsageReport;
  readonly reportedAs: string | null;
}

/**
 * Usage that a person reports for an hour within its 24 hours:
 *
 * | the report of the hour | the quantity | result |
 * |---|---|---|
 * | none | any | recorded like a record of an application: due after the hold, 0 is Skipped |
 * | Rejected | above 0 | reported again: Pending with this quantity, due at once |
 * | Rejected | 0 | refused: nothing of the hour is billed anyway |
 * | Rejected, reported as another dimension | any | refused: the other report has its usage |
 * | Pending or Skipped, never leased | any | refused: it is corrected instead |
 * | any other | any | refused: the marketplace has the hour, or may have it |
 *
 * A rejected report is decided, so no worker has it and the marketplace has no quantity of its hour: what it is told is fixed
 * anew.
 */
export function reportByHand(
  known: KnownReport | null,
  submission: Submission,
  now: Date,
): ReportedByHand | Refusal {
  if (known === null) {
    const submitted = submit(null, submission, now);
    return isRefusal(submitted) ? submitted : { report: submitted.report, isAgain: false };
  }
  if (known.report.status !== 'Rejected') return refuseReported(known.report);
  if (known.reportedAs !== null) return refuseReportedAs(known.report, known.reportedAs);
  const { quantity } = submission;
  if (quantity === zeroQuantity) {
    const message = 'must be above 0: a rejected hour is not billed';
    return refuseInvalid([{ path: 'quantity', rule: 'minimum', message }]);
  }
  return { report: again(known.report, quantity, now), isAgain: true };
}

/**
 * The usage of a rejected report, reported as another dimension of the same hour. The rejected report stays, and is
 * reported as one dimension only, so that its usage is billed once:
 *
 * | the report of the other dimension | result |
 * |---|---|
 * | none | recorded: Pending with the rejected quantity, due at once |
 * | Rejected, reported as the dimension of this one | reported again: the person returns to it |
 * | any other | refused: the hour has a quantity of its own |
 */
export function reportAsDimension(
  rejected: KnownReport,
  other: KnownReport | null,
  submission: Submission,
  now: Date,
): ReportedByHand | Refusal {
  const { report, reportedAs } = rejected;
  if (report.status !== 'Rejected') return refuseReported(report);
  if (reportedAs !== null) return refuseReportedAs(report, reportedAs);
  if (submission.quantity !== report.quantity) {
    const message = `must be the rejected quantity, ${quantityToNumber(report.quantity)}`;
    return refuseInvalid([{ path: 'quantity', rule: 'const', message }]);
  }
  if (other === null) {
    const submitted = submit(null, submission, now);
    if (isRefusal(submitted)) return submitted;
    return { report: { ...submitted.report, dueAt: now }, isAgain: false };
  }
  return other.report.status === 'Rejected' && other.reportedAs === report.dimension
    ? { report: again(other.report, submission.quantity, now), isAgain: true }
    : refuseReported(other.report);
}

function again(rejected: UsageReport, quantity: Quantity, now: Date): UsageReport {
  const { sentQuantity: _, ...report } = rejected;
  return { ...report, quantity, dueAt: now, reason: null, decidedAt: null, status: 'Pending' };
}

function refuseReported({ reportId, quantity, dimension }: UsageReport): Refusal {
  const reportedQuantity = quantityToNumber(quantity);
  const detail = `The hour has a report of ${reportedQuantity} of ${dimension}. Correct it while it is on hold; add a missing quantity to another hour.`;
  return refuse('metering.window_already_reported', { reportId, reportedQuantity }, detail);
}

function refuseReportedAs({ reportId, quantity }: UsageReport, dimension: string): Refusal {
  const reportedQuantity = quantityToNumber(quantity);
  const detail = `Its usage was reported as ${dimension}. Continue with the report of that dimension.`;
  return refuse('metering.window_already_reported', { reportId, reportedQuantity }, detail);
}

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
  const outside = refuseWindow(report.hour, now, report);
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
  const outside = refuseWindow(report.hour, now, report);
  if (outside) return outside;
  if (status !== 'Pending' || attempts > 0) {
    return refuse('usage_report.not_held', { status, tries: attempts });
  }
  return dueAt <= now ? report : { ...report, dueAt: now };
}
