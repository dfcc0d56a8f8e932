interface DenoGlobal {
  readonly Deno?: { unrefTimer?(timer: number): void };
}

/** A timer that does not keep the process running. */
export function backgroundTimer(callback: () => void, delay: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(callback, delay);
  // Node and Bun return an object, Deno a number; in workers and browsers no timer keeps a process running.
  if (typeof timer === 'object') timer.unref?.();
  else (globalThis as DenoGlobal).Deno?.unrefTimer?.(timer);
  return timer;
}

/** Resolves after the delay, or rejects with the signal's reason. */
export function sleep(delay: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delay);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Runs the work with a signal that is aborted after the limit or with the given signal. */
export async function withTimeLimit<Result>(
  limit: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`No answer within ${limit} ms`, 'TimeoutError'));
  }, limit);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
