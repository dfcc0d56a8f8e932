import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../core/ports.ts';
import { retryPause } from './retry-pause.ts';

export interface OneRetryOptions<Answer> {
  readonly clock: Clock;
  readonly budgetMilliseconds: number;
  /** What the other side asks to wait for before another try may do better; undefined when none would. */
  readonly patienceFor: (answer: Answer) => { readonly retryAfterMilliseconds: number | null } | undefined;
}

/** Makes calls, and the first that fails for the moment once more, within the budget. */
export function createOneRetry<Failing>(
  { clock, budgetMilliseconds, patienceFor }: OneRetryOptions<Failing>,
  signal: AbortSignal,
) {
  const deadline = clock.now().getTime() + budgetMilliseconds;
  let isSpent = false;

  return async <Answer extends Failing>(call: () => Promise<Answer>): Promise<Answer> => {
    const answer = await call();
    const patience = patienceFor(answer);
    if (patience === undefined || isSpent || signal.aborted) return answer;
    const remaining = deadline - clock.now().getTime();
    const milliseconds = retryPause(patience.retryAfterMilliseconds, remaining);
    if (milliseconds === undefined) return answer;
    isSpent = true;
    await pause(milliseconds, undefined, { signal }).catch(() => {});
    return signal.aborted ? answer : call();
  };
}
