import { isRefusal, type Refusal, type RefusalCode, refusalTable } from '../../refusal.ts';
import { quantityToNumber } from '../../values/quantity.ts';
import {
  type Submission,
  type Submitted,
  submit,
  type UsageKey,
  type UsageReport,
  type UsageStatus,
} from './report.ts';
import { type UsageHour, windowEndsAt } from './window.ts';

/** The result of one record, as in the API reference. A refused record has an error and no report. */
interface UsageResult {
  /** The position in the request. */
  readonly index: number;
  readonly outcome: Submitted['outcome'] | 'Refused';
  readonly reportId: string | null;
  readonly subscriptionId: string | null;
  readonly status: UsageStatus | null;
  readonly dimension: string | null;
  readonly quantity: number | null;
  readonly usageStartAt: string | null;
  readonly usageEndAt: string | null;
  readonly error: {
    readonly code: RefusalCode;
    readonly status: number;
    readonly args: Readonly<Record<string, unknown>>;
  } | null;
}

export interface UsageResponse {
  /** Records that were not refused, including skipped and unchanged ones. */
  readonly recorded: number;
  readonly refused: number;
  readonly results: readonly UsageResult[];
}

/** A report to write. `before` is for optimistic locking: if the stored report differs, decide again. */
export interface UsageWrite<Sent extends Submission> {
  readonly before: UsageReport | null;
  readonly after: UsageReport;
  /** The first record for this report. */
  readonly first: Sent;
}

export interface FoldedBatch<Sent extends Submission> {
  readonly answer: UsageResponse;
  /** At most one per key, in the order of the keys' first records. */
  readonly writes: readonly UsageWrite<Sent>[];
}

/**
 * Applies the records of one request in order: of two records for one hour the first is Recorded and the second
 * Replaced. Each changed report is written once. Earlier refusals pass through.
 *
 * @param stored the stored reports, by `usageKeyText`.
 */
export function foldBatch<Sent extends Submission>(
  stored: ReadonlyMap<string, UsageReport>,
  records: readonly (Sent | Refusal)[],
  now: Date,
): FoldedBatch<Sent> {
  const current = new Map<string, { before: UsageReport | null; after: UsageReport; first: Sent }>();
  const formatHour = hourFormatter();
  let refused = 0;
  const results = records.map((record, index): UsageResult => {
    if (isRefusal(record)) {
      refused += 1;
      return refusedResult(index, record);
    }
    const key = usageKeyText(record);
    const earlier = current.get(key);
    const before = earlier ? earlier.before : (stored.get(key) ?? null);
    const submitted = submit(earlier ? earlier.after : before, record, now);
    if (isRefusal(submitted)) {
      refused += 1;
      return refusedResult(index, submitted);
    }
    if (earlier) earlier.after = submitted.report;
    else current.set(key, { before, after: submitted.report, first: record });
    return recordedResult(index, submitted, formatHour(submitted.report.hour));
  });
  const writes = [...current.values()].filter(({ before, after }) => before?.quantity !== after.quantity);
  return { answer: { recorded: results.length - refused, refused, results }, writes };
}

/** The map key of a subscription, dimension and hour. */
export function usageKeyText({ hour, subscriptionId, dimension }: UsageKey): string {
  return `${hour.getTime()} ${subscriptionId} ${dimension}`;
}

type HourTexts = Pick<UsageResult, 'usageStartAt' | 'usageEndAt'>;

/** Formats an hour; caches the last one, because most records of a request share their hour. */
function hourFormatter(): (hour: UsageHour) => HourTexts {
  let last = Number.NaN;
  let texts: HourTexts = { usageStartAt: null, usageEndAt: null };
  return (hour) => {
    if (hour.getTime() !== last) {
      texts = { usageStartAt: hour.toISOString(), usageEndAt: windowEndsAt(hour).toISOString() };
    }
    last = hour.getTime();
    return texts;
  };
}

function recordedResult(index: number, { outcome, report }: Submitted, hour: HourTexts): UsageResult {
  return {
    index,
    outcome,
    reportId: report.reportId,
    subscriptionId: report.subscriptionId,
    status: report.status,
    dimension: report.dimension,
    quantity: quantityToNumber(report.quantity),
    usageStartAt: hour.usageStartAt,
    usageEndAt: hour.usageEndAt,
    error: null,
  };
}

function refusedResult(index: number, { code, args }: Refusal): UsageResult {
  return {
    index,
    outcome: 'Refused',
    reportId: null,
    subscriptionId: null,
    status: null,
    dimension: null,
    quantity: null,
    usageStartAt: null,
    usageEndAt: null,
    error: { code, status: refusalTable[code].status, args },
  };
}
