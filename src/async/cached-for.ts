import { singleFlight } from './single-flight.ts';

/** Callers share one run of the work while it runs, and its result for so long afterwards. A failure is not kept. */
export function sharedFor<Result>(milliseconds: number, work: () => Promise<Result>): () => Promise<Result> {
  let kept: { readonly result: Result } | undefined;
  const run = singleFlight(async () => {
    const result = await work();
    kept = { result };
    setTimeout(() => {
      kept = undefined;
    }, milliseconds).unref();
    return result;
  });
  return async () => (kept ? kept.result : run());
}
