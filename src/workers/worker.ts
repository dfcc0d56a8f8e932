import { setTimeout as delay } from 'node:timers/promises';
import { withDeadline } from '../async/deadline.ts';
import {
  beginPass,
  endPass,
  newWorkerHistory,
  type WorkerHistory,
} from '../core/operations/worker-health.ts';

/** One pass; a true or positive result means that there may be more to do at once. */
export type Pass = () => Promise<boolean | number>;

export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const waitInFull: Wait = (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => {});

export interface WorkerOptions {
  readonly work: Pass;
  /** Milliseconds between two passes when the first had nothing to do. */
  readonly pause: number;
  readonly now: () => Date;
  /** Logs a failed pass. */
  readonly onFailure: (error: unknown) => void;
  /** Whether the work has reported a failure since the last call; a pass that throws needs no report. */
  readonly takeReport?: () => boolean;
  /** Resolves after the milliseconds or when the signal aborts; tests shorten it. */
  readonly wait?: Wait;
  /** False while no pass may begin. */
  readonly mayWork?: () => boolean;
  /** Milliseconds after which a pass counts as failed, and the next one begins beside it. */
  readonly deadline?: number;
}

/** Longer than any pass: statements and outgoing requests have their own time limits. */
const maxPassMilliseconds = 10 * 60_000;
/** A failed pass is retried after this pause, or after the worker's own if that is shorter. */
const maxRetryPause = 60_000;

export interface Worker {
  /** Ends the pause. */
  wake(): void;
  /** Waits for the current pass. */
  stop(): Promise<void>;
}

/** Repeats passes until it is stopped. A failure is logged, and retried after a pause. */
export function runWorker(options: WorkerOptions): Worker & { history(): WorkerHistory } {
  const { work, pause, now, onFailure, takeReport, mayWork } = options;
  const { wait = waitInFull, deadline = maxPassMilliseconds } = options;
  let isStopping = false;
  let rest = new AbortController();
  let history = newWorkerHistory;
  const overdue = () => {
    throw new Error(`The pass has not ended after ${deadline / 1_000} seconds; the next one begins`);
  };
  /** Returns the pause in milliseconds. */
  const runPass = async (): Promise<number> => {
    history = beginPass(history, now());
    // A pass that overruns may still end later: its leases have expired by then, and its result is ignored.
    const { hasMore, hasThrown } = await withDeadline({ milliseconds: deadline }, work, overdue).then(
      (more) => ({ hasMore: Boolean(more), hasThrown: false }),
      (error: unknown) => {
        onFailure(error);
        return { hasMore: false, hasThrown: true };
      },
    );
    const hasReported = takeReport?.() ?? false;
    history = endPass(history, now(), hasThrown || hasReported);
    if (hasMore) return 0;
    return hasThrown ? Math.min(pause, maxRetryPause) : pause;
  };
  const run = async () => {
    while (!isStopping) {
      // A wake-up during the pass may be about new work.
      rest = new AbortController();
      const untilNext = (mayWork?.() ?? true) ? await runPass() : pause;
      if (untilNext > 0) await wait(untilNext, rest.signal);
    }
  };
  const running = run();
  return {
    wake: () => rest.abort(),
    history: () => history,
    async stop() {
      isStopping = true;
      rest.abort();
      await running;
    },
  };
}
