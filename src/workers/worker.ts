import { setTimeout as delay } from 'node:timers/promises';

export interface WorkerOptions {
  /** Does one piece of work; answers whether there may be more to do at once. */
  readonly work: () => Promise<boolean>;
  /** Milliseconds to wait when there was nothing to do, or when it failed. */
  readonly pause: number;
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds after which a piece of work is taken for stuck, and the next one begins beside it. */
  readonly deadline?: number;
}

/** Beyond what any piece takes: statements and calls have time limits of their own. */
const longestPiece = 10 * 60_000;

export interface Worker {
  /** Ends its rest: there may be something to do. */
  wake(): void;
  /** Waits for the piece of work that is under way. */
  stop(): Promise<void>;
}

/** Goes on for as long as the process does: a failure is told and tried again after a pause. */
export function runWorker({ work, pause, onFailure, deadline = longestPiece }: WorkerOptions): Worker {
  let isStopping = false;
  let rest = new AbortController();
  const run = async () => {
    while (!isStopping) {
      // Whoever wakes it from here on means what this piece of work may not have seen.
      rest = new AbortController();
      const hasMore = await withinDeadline(work, deadline).catch((error: unknown) => {
        onFailure(error);
        return false;
      });
      if (!hasMore) await delay(pause, undefined, { signal: rest.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    wake: () => rest.abort(),
    async stop() {
      isStopping = true;
      rest.abort();
      await running;
    },
  };
}

/** What is stuck may end later: its leases have lapsed by then, and nobody waits for it. */
async function withinDeadline(work: () => Promise<boolean>, deadline: number): Promise<boolean> {
  const finished = new AbortController();
  const overdue = delay(deadline, undefined, { signal: finished.signal, ref: false }).then(() => {
    throw new Error(`Still at work after ${deadline / 1_000} seconds; the next piece begins`);
  });
  try {
    return await Promise.race([work(), overdue]);
  } finally {
    overdue.catch(() => {});
    finished.abort();
  }
}
