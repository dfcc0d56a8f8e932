import { quantityToNumber } from './quantity.ts';
import { isRefusal, type Refusal, type RefusalCode, refusalTable } from './refusal.ts';
import {
  type Submission,
  type Submitted,
  submit,
  type UsageKey,
  type UsageReport,
  type UsageStatus,
} from './usage-report.ts';
import { windowEndsAt } from './usage-window.ts';

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
export interface UsageWrite {
  readonly before: UsageReport | null;
  readonly after: UsageReport;
}

export interface FoldedBatch {
  readonly answer: UsageAnswer;
  /** One per key at most, in the order of the keys' first records. */
  readonly writes: readonly UsageWrite[];
}

/**
 * The records of one request, taken in order: each meets what those before it have left, so that two for one hour are
 * Recorded and then Replaced. What they come to is one write per hour; an hour that ends as it began needs none. What
 * was refused before it got here passes through.
 *
 * @param known the stored reports, by `usageKeyText`.
 */
export function foldBatch(
  known: ReadonlyMap<string, UsageReport>,
  records: readonly (Submission | Refusal)[],
  now: Date,
): FoldedBatch {
  const current = new Map<string, UsageReport>();
  const results = records.map((record, index): UsageResult => {
    if (isRefusal(record)) return refusedResult(index, record);
    const key = usageKeyText(record);
    const submitted = submit(current.get(key) ?? known.get(key) ?? null, record, now);
    if (isRefusal(submitted)) return refusedResult(index, submitted);
    current.set(key, submitted.report);
    return takenResult(index, submitted);
  });
  const writes = [...current].flatMap(([key, after]): UsageWrite[] => {
    const before = known.get(key) ?? null;
    return before?.quantity === after.quantity ? [] : [{ before, after }];
  });
  const refused = results.filter(({ outcome }) => outcome === 'Refused').length;
  return { answer: { recorded: results.length - refused, refused, results }, writes };
}

/** One text per subscription, dimension and hour. */
export function usageKeyText({ hour, subscriptionId, dimension }: UsageKey): string {
  return `${hour.getTime()} ${subscriptionId} ${dimension}`;
}

function takenResult(index: number, { outcome, report }: Submitted): UsageResult {
  return {
    index,
    outcome,
    reportId: report.reportId,
    subscriptionId: report.subscriptionId,
    status: report.status,
    dimension: report.dimension,
    quantity: quantityToNumber(report.quantity),
    usageStartAt: report.hour.toISOString(),
    usageEndAt: windowEndsAt(report.hour).toISOString(),
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
