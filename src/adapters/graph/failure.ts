/** A failed call. */
export type Failure =
  /** Down, slow, throttling, or an interfering proxy: can be retried. */
  | { readonly outcome: 'transient'; readonly retryAfter: string | null }
  | { readonly outcome: 'not-configured' | 'consent-missing' }
  /** An unexpected response. */
  | { readonly outcome: 'not-understood' };
