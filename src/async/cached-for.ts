import { singleFlight } from './single-flight.ts';

/** Caches the result of the work for a TTL. Concurrent callers share one run; a failure is not cached. */
export function cachedFor<Result>(milliseconds: number, work: () => Promise<Result>): () => Promise<Result> {
  let cached: { readonly result: Result } | undefined;
  const run = singleFlight(async () => {
    const result = await work();
    cached = { result };
    setTimeout(() => {
      cached = undefined;
    }, milliseconds).unref();
    return result;
  });
  return async () => (cached ? cached.result : run());
}
