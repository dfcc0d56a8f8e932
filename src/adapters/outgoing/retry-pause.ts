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
