import type { UsageRight } from './idp-licence.ts';
import type { RateLimitDecision } from './rate-limit.ts';

/**
 * What the service needs of the world outside, said in its own words. Adapters implement these; `main.ts`
 * hands them to whoever asks. Nothing else reads the system clock, makes randomness or calls out.
 */
export interface Clock {
  now(): Date;
}

export type RandomBytes = (count: number) => Uint8Array;

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

export type IdpLicenceAnswer =
  | {
      readonly outcome: 'reported';
      readonly rights: readonly UsageRight[];
      readonly checkedAt: Date;
      /** The provider is down, and an earlier confirmation stands in for it. */
      readonly stale: boolean;
    }
  | {
      readonly outcome:
        | 'unavailable'
        /** There is no application to ask with, or the provider does not take its secret. */
        | 'not-configured'
        /** The customer's tenant does not know the application, or has not let it read this. */
        | 'consent-missing';
    };

export interface IdpLicenceQuestion {
  readonly tenantId: string;
  readonly userObjectId: string;
  /** What the answer is wanted for: it decides how long the answer may be kept. */
  readonly serviceIdentifier: string;
  readonly application: IdpApplication | null;
}

export interface IdpApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Licences that are managed in the customer's own directory. */
export interface IdpLicences {
  lookUp(question: IdpLicenceQuestion): Promise<IdpLicenceAnswer>;
}

/** One allowance per key, spent and refilled as `rate-limit.ts` decides. */
export interface RateLimiter {
  take(key: string, perMinute: number): RateLimitDecision | Promise<RateLimitDecision>;
}

/** Counts what the adapters see; the metrics page shows it. */
export interface Measurements {
  cacheRead(cache: string, outcome: 'hit' | 'miss'): void;
  rateLimitFallback(): void;
}
