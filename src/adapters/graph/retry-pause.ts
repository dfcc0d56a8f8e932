const pauseWithoutWord = 100;

/**
 * How long to wait before the one retry, in milliseconds: as long as the provider asks for, else a moment.
 * Undefined: that does not fit into what is left of the budget.
 */
export function retryPause(
  retryAfter: string | null,
  now: Date,
  remainingMilliseconds: number,
): number | undefined {
  const pause = readRetryAfter(retryAfter?.trim() ?? '', now) ?? pauseWithoutWord;
  return pause < remainingMilliseconds ? pause : undefined;
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function readRetryAfter(text: string, now: Date): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
