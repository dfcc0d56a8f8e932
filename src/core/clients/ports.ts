import type { RateLimitDecision } from './rate-limit.ts';

/** Who a token says it comes from. Unproven: good for a look-up, never for a decision. */
export interface ClaimedIdentity {
  readonly applicationId: string;
  readonly tenantId: string;
}

/** A token whose signature, issuer, audience and times have been checked. */
export interface VerifiedToken extends ClaimedIdentity {
  /** The app roles it carries; empty for a token that was granted none. */
  readonly roles: readonly string[];
  /** True when a signed-in user stands behind it (it carries `scp`), false for client credentials. */
  readonly isDelegated: boolean;
  readonly objectId: string | null;
  readonly expiresAt: Date;
}

export type TokenVerification =
  | { readonly outcome: 'verified'; readonly token: VerifiedToken }
  | { readonly outcome: 'invalid' }
  /** The identity provider's keys for this tenant are not known and cannot be fetched now. */
  | { readonly outcome: 'unavailable' };

export interface TokenVerifier {
  claimedIdentity(token: string): ClaimedIdentity | undefined;
  verify(token: string): Promise<TokenVerification>;
}

/** One allowance per key, spent and refilled as `rate-limit.ts` decides. */
export interface RateLimiter {
  take(key: string, perMinute: number): RateLimitDecision | Promise<RateLimitDecision>;
  /** Takes from a caller's own limit and from one that it shares, or from neither. */
  takeBoth(
    key: string,
    perMinute: number,
    sharedKey: string,
    sharedPerMinute: number,
  ): RateLimitDecision | Promise<RateLimitDecision>;
}
