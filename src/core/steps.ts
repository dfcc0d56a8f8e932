/** A long computation that yields after each step, so that its caller can let the event loop turn in between. */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
