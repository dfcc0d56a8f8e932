import type { MarketplaceTrouble } from '../../core/marketplace/ports.ts';

/** A call that has brought nothing, told apart from one that has by its outcome. */
export type Trouble = { readonly outcome: 'trouble' } & MarketplaceTrouble;

const reasonLimit = 300;

export function trouble(reason: string, rest: Partial<Omit<MarketplaceTrouble, 'reason'>> = {}): Trouble {
  return {
    outcome: 'trouble',
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
