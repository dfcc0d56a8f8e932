import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../core/ports.ts';

export interface OneRetryOptions<Result> {
  readonly clock: Clock;
  readonly budgetMilliseconds: number;
  /** The `Retry-After` of a transient failure; undefined if a retry would not help. */
  readonly retryOf: (answer: Result) => { readonly retryAfterMilliseconds: number | null } | undefined;
}

/** Makes calls; retries the first transient failure once, within the budget. */
export function createOneRetry<Failing>(
  { clock, budgetMilliseconds, retryOf }: OneRetryOptions<Failing>,
  signal: AbortSignal,
) {
  const deadline = clock.now().getTime() + budgetMilliseconds;
  let isSpent = false;

  return async <Result extends Failing>(call: () => Promise<Result>): Promise<Result> => {
    const answer = await call();
    const retry = retryOf(answer);
    if (retry === undefined || isSpent || signal.aborted) return answer;
    const remaining = deadline - clock.now().getTime();
    const milliseconds = retryPause(retry.retryAfterMilliseconds, remaining);
    if (milliseconds === undefined) return answer;
    isSpent = true;
    await pause(milliseconds, undefined, { signal }).catch(() => {});
    return signal.aborted ? answer : call();
  };
}

const defaultPause = 100;

/**
 * The pause before the retry in milliseconds: `Retry-After` or the default. Undefined if it exceeds the remaining
 * budget.
 */
export function retryPause(
  retryAfterMilliseconds: number | null,
  remainingMilliseconds: number,
): number | undefined {
  const pause = retryAfterMilliseconds ?? defaultPause;
  return pause < remainingMilliseconds ? pause : undefined;
}
