const secondsOfHour = 3_600;

/** When a token counts, in whole seconds since 1970. */
export interface TokenTimes {
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** From then on the service gives the next token. */
  readonly refreshAfter: number;
}

/**
 * The times of the token of this instant. The time line is cut in steps of half a lifetime, and every instant of a step has
 * the same token: nodes need not agree on one.
 *
 * @param spread a number from 0 to 1 that is constant for a tenant and product, so that not all tokens end at once.
 */
export function tokenTimes(lifetimeHours: number, spread: number, now: Date): TokenTimes {
  const lifetime = lifetimeHours * secondsOfHour;
  const step = lifetime / 2;
  const shift = Math.floor(spread * step);
  const seconds = Math.floor(now.getTime() / 1_000);
  const issuedAt = Math.floor((seconds - shift) / step) * step + shift;
  return { issuedAt, expiresAt: issuedAt + lifetime, refreshAfter: issuedAt + step };
}
