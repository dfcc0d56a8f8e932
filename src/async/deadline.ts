export interface Deadline {
  readonly milliseconds: number;
  /** Ends the wait early. */
  readonly stopped?: AbortSignal;
}

/**
 * The result of the work or, when the deadline passes first, that of `late`. The signal aborts when the result is no
 * longer needed.
 */
export function withDeadline<Result, Late>(
  { milliseconds, stopped }: Deadline,
  work: (signal: AbortSignal) => Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const giveUp = () => {
      resolve(new Promise((answer) => answer(late())));
      controller.abort();
    };
    // After a pause of this process the response may already be in the socket: I/O is read before the timeout.
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    timer.unref();
    stopped?.addEventListener('abort', giveUp);
    if (stopped?.aborted) giveUp();
    new Promise<Result>((answer) => answer(work(controller.signal))).then(resolve, reject).finally(() => {
      clearTimeout(timer);
      stopped?.removeEventListener('abort', giveUp);
    });
  });
}
