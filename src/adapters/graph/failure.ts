/** Why a call has brought nothing. */
export type Failure =
  /** Down, slow, throttling, or a proxy in the way: another try may do. */
  | { readonly outcome: 'transient'; readonly retryAfter: string | null }
  | { readonly outcome: 'not-configured' | 'consent-missing' }
  /** A definite answer that says nothing about the question. */
  | { readonly outcome: 'not-understood' };
