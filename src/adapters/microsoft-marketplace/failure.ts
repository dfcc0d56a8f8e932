import type { MarketplaceFailure } from '../../core/marketplace/ports.ts';

/** A call that has brought nothing, told apart from one that has by its outcome. */
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

/** One line of bounded length, whatever the other side has put into it. */
export function plainText(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > reasonLimit ? `${line.slice(0, reasonLimit - 1)}…` : line;
}
