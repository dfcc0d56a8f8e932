import type { MarketplaceFailure } from '../../core/marketplace/ports.ts';

/** A failed call. */
export type Failure = { readonly outcome: 'failure' } & MarketplaceFailure;

const reasonLimit = 300;

export function failure(reason: string, rest: Partial<Omit<MarketplaceFailure, 'reason'>> = {}): Failure {
  return {
    outcome: 'failure',
    reason: plainText(reason),
    retryAfterSeconds: null,
    isConfiguration: false,
    ...rest,
  };
}

/** Outside text as one line of bounded length. */
export function plainText(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > reasonLimit ? `${line.slice(0, reasonLimit - 1)}…` : line;
}
