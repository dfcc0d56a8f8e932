/** How the passes of one background worker went. */
export interface WorkerHistory {
  /** When the pass under way began. */
  readonly runningSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly consecutiveFailures: number;
  /** When the first of the consecutive failed passes began. */
  readonly failingSince: Date | null;
}

export type WorkerHistories = ReadonlyMap<string, WorkerHistory>;

export const newWorkerHistory: WorkerHistory = {
  runningSince: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  consecutiveFailures: 0,
  failingSince: null,
};

const failingAfter = 10 * 60_000;

export function beginPass(history: WorkerHistory, now: Date): WorkerHistory {
  return { ...history, runningSince: now };
}

export function endPass(history: WorkerHistory, now: Date, hasFailed: boolean): WorkerHistory {
  const { lastFailureAt, consecutiveFailures, failingSince, runningSince } = history;
  if (!hasFailed) return { ...newWorkerHistory, lastSuccessAt: now, lastFailureAt };
  return {
    runningSince: null,
    lastSuccessAt: history.lastSuccessAt,
    lastFailureAt: now,
    consecutiveFailures: consecutiveFailures + 1,
    failingSince: failingSince ?? runningSince ?? now,
  };
}

/** Whether no pass has succeeded for 10 minutes of failures. A pass that hangs counts from its beginning. */
export function isFailing({ failingSince, runningSince }: WorkerHistory, now: Date): boolean {
  const since = failingSince ?? runningSince;
  return since !== null && now.getTime() - since.getTime() >= failingAfter;
}

/** The severity of one readiness check: working, partly working, or unfit for requests. */
export type Severity = 'ok' | 'degraded' | 'unavailable';

const order: readonly Severity[] = ['ok', 'degraded', 'unavailable'];

export function worstSeverity(severities: readonly Severity[]): Severity {
  return order[Math.max(0, ...severities.map((severity) => order.indexOf(severity)))] ?? 'ok';
}
