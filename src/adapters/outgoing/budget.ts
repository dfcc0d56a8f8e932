/** The work's result, or undefined when the time is over, or everything is stopped, before there is one. */
export function withinBudget<Result>(
  milliseconds: number,
  stopped: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const giveUp = () => {
      resolve(undefined);
      controller.abort();
    };
    const timer = setTimeout(giveUp, milliseconds);
    stopped.addEventListener('abort', giveUp);
    if (stopped.aborted) giveUp();
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        stopped.removeEventListener('abort', giveUp);
      });
  });
}
