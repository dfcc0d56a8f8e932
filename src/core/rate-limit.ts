export interface RateLimitDecision {
  readonly allowed: boolean;
  /** The limit that was applied, in requests per minute. */
  readonly limit: number;
  /** Whole requests that could be made at once right now. */
  readonly remaining: number;
  /** Whole seconds until there is room for one more request than `remaining`; 0 when the allowance is full. */
  readonly secondsUntilMore: number;
}
