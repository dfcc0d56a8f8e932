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

const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal is aborted, or at once if it was. Returns a function that cancels that. One listener for all,
 * because Node warns of more than ten.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted) callback();
  if (!signal || signal.aborted) return () => undefined;
  const known = callbacks.get(signal) ?? new Set();
  if (!callbacks.has(signal)) {
    callbacks.set(signal, known);
    signal.addEventListener('abort', () => {
      for (const each of known) each();
    });
  }
  known.add(callback);
  return () => void known.delete(callback);
}

/** Resolves after the delay, or rejects with the signal's reason. */
export function sleep(delay: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      cancel();
      resolve();
    }, delay);
    const cancel = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal?.reason);
    });
  });
}

/** Runs the work with a signal that is aborted after the limit or with the given signal. */
export async function withTimeLimit<Result>(
  limit: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const cancel = onAbort(signal, () => controller.abort(signal?.reason));
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`No answer within ${limit} ms`, 'TimeoutError'));
  }, limit);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    cancel();
  }
}
