import { isRefusal, type Refusal, type RefusalCode, refusalTable } from '../refusal.ts';
import { quantityToNumber } from './quantity.ts';
import {
  type Submission,
  type Submitted,
  submit,
  type UsageKey,
  type UsageReport,
  type UsageStatus,
} from './report.ts';
import { type UsageHour, windowEndsAt } from './window.ts';

/** What became of one record, member for member as the reference lists it. Refused, it has an error and no report. */
export interface UsageResult {
  /** Its position in the request. */
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

export interface UsageAnswer {
  /** Everything that was not refused, skipped and unchanged ones included. */
  readonly recorded: number;
  readonly refused: number;
  readonly results: readonly UsageResult[];
}

/** A report that must be written, and as what it was found: what is no longer so must be decided anew. */
export interface UsageWrite<Sent extends Submission> {
  readonly before: UsageReport | null;
  readonly after: UsageReport;
  /** The first of the records that it came of. */
  readonly first: Sent;
}

export interface FoldedBatch<Sent extends Submission> {
  readonly answer: UsageAnswer;
  /** One per key at most, in the order of the keys' first records. */
  readonly writes: readonly UsageWrite<Sent>[];
}

/**
 * The records of one request, taken in order: each meets what those before it have left, so that two for one hour are
 * Recorded and then Replaced. What they come to is one write per hour; an hour that ends as it began needs none. What
 * was refused before it got here passes through.
 *
 * @param known the stored reports, by `usageKeyText`.
 */
export function foldBatch<Sent extends Submission>(
  known: ReadonlyMap<string, UsageReport>,
  records: readonly (Sent | Refusal)[],
  now: Date,
): FoldedBatch<Sent> {
  const current = new Map<string, { before: UsageReport | null; after: UsageReport; first: Sent }>();
  const writeHour = hourWriter();
  let refused = 0;
  const results = records.map((record, index): UsageResult => {
    if (isRefusal(record)) {
      refused += 1;
      return refusedResult(index, record);
    }
    const key = usageKeyText(record);
    const met = current.get(key);
    const before = met ? met.before : (known.get(key) ?? null);
    const submitted = submit(met ? met.after : before, record, now);
    if (isRefusal(submitted)) {
      refused += 1;
      return refusedResult(index, submitted);
    }
    if (met) met.after = submitted.report;
    else current.set(key, { before, after: submitted.report, first: record });
    return takenResult(index, submitted, writeHour(submitted.report.hour));
  });
  const writes = [...current.values()].filter(({ before, after }) => before?.quantity !== after.quantity);
  return { answer: { recorded: results.length - refused, refused, results }, writes };
}

/** One text per subscription, dimension and hour. */
export function usageKeyText({ hour, subscriptionId, dimension }: UsageKey): string {
  return `${hour.getTime()} ${subscriptionId} ${dimension}`;
}

type HourTexts = Pick<UsageResult, 'usageStartAt' | 'usageEndAt'>;

/** Writes an hour for the answer; that of the record before, which is mostly the same one, only once. */
function hourWriter(): (hour: UsageHour) => HourTexts {
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

function takenResult(index: number, { outcome, report }: Submitted, hour: HourTexts): UsageResult {
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
