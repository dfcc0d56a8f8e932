import type { RateLimitDecision } from './rate-limit.ts';

/** The unverified identity in a token: use it for a look-up, never for a decision. */
export interface ClaimedIdentity {
  readonly applicationId: string;
  readonly tenantId: string;
}

/** A token whose signature, issuer, audience and times have been checked. */
export interface VerifiedToken extends ClaimedIdentity {
  /** The app roles it carries; empty for a token that was granted none. */
  readonly roles: readonly string[];
  /** True for a token of a signed-in user (with `scp`), false for client credentials. */
  readonly isDelegated: boolean;
  readonly objectId: string | null;
  readonly expiresAt: Date;
}

export type TokenVerification =
  | { readonly outcome: 'verified'; readonly token: VerifiedToken }
  | { readonly outcome: 'invalid' }
  /** The tenant's keys are neither cached nor reachable. */
  | { readonly outcome: 'unavailable' };

export interface TokenVerifier {
  claimedIdentity(token: string): ClaimedIdentity | undefined;
  verify(token: string): Promise<TokenVerification>;
}

/** Stores one token bucket per key; `rate-limit.ts` has the algorithm. */
export interface RateLimiter {
  /** Takes one request, or several at once. */
  take(key: string, perMinute: number, requests?: number): RateLimitDecision | Promise<RateLimitDecision>;
  /** Takes from the caller's own limit and from a shared one, or from neither. */
  takeBoth(
    key: string,
    perMinute: number,
    sharedKey: string,
    sharedPerMinute: number,
    requests?: number,
  ): RateLimitDecision | Promise<RateLimitDecision>;
}
