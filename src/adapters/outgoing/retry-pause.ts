const pauseWithoutWord = 100;

/**
 * How long to wait before the one retry, in milliseconds: as long as the other side asks for, else a moment.
 * Undefined: that does not fit into what is left of the budget.
 */
export function retryPause(
  retryAfterMilliseconds: number | null,
  remainingMilliseconds: number,
): number | undefined {
  const pause = retryAfterMilliseconds ?? pauseWithoutWord;
  return pause < remainingMilliseconds ? pause : undefined;
}
