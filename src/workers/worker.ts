import { setTimeout as delay } from 'node:timers/promises';

export interface WorkerOptions {
  /** Does one piece of work; answers whether there may be more to do at once. */
  readonly work: () => Promise<boolean>;
  /** Milliseconds to wait when there was nothing to do, or when it failed. */
  readonly pause: number;
  readonly onFailure: (error: unknown) => void;
}

export interface Worker {
  /** Ends its rest: there may be something to do. */
  wake(): void;
  /** Waits for the piece of work that is under way. */
  stop(): Promise<void>;
}

/** Goes on for as long as the process does: a failure is told and tried again after a pause. */
export function runWorker({ work, pause, onFailure }: WorkerOptions): Worker {
  let isStopping = false;
  let rest = new AbortController();
  const run = async () => {
    while (!isStopping) {
      // Whoever wakes it from here on means what this piece of work may not have seen.
      rest = new AbortController();
      const hasMore = await work().catch((error: unknown) => {
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
