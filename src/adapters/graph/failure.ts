import type { Failure as CallFailure } from '../outgoing/failure.ts';

/** A failed look-up. */
export type Failure =
  /** Down, slow, throttling, or an interfering proxy: can be retried. */
  | { readonly outcome: 'transient'; readonly retryAfterSeconds: number | null }
  | { readonly outcome: 'not-configured' | 'consent-missing' }
  /** An unexpected response. */
  | { readonly outcome: 'not-understood' };

export function transient({ retryAfterSeconds }: Pick<CallFailure, 'retryAfterSeconds'>): Failure {
  return { outcome: 'transient', retryAfterSeconds };
}
