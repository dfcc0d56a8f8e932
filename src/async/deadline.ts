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
    let isOver = false;
    const giveUp = () => {
      // The work may have ended between the timeout and its turn: a rejected `late` would then be nobody's.
      if (isOver) return;
      isOver = true;
      resolve(new Promise((answer) => answer(late())));
      controller.abort();
    };
    // After a pause of this process the response may already be in the socket: I/O is read before the timeout.
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    timer.unref();
    stopped?.addEventListener('abort', giveUp);
    if (stopped?.aborted) giveUp();
    new Promise<Result>((answer) => answer(work(controller.signal))).then(resolve, reject).finally(() => {
      isOver = true;
      clearTimeout(timer);
      stopped?.removeEventListener('abort', giveUp);
    });
  });
}
