import type { Clock, RateLimiter, TokenVerifier } from '../core/ports.ts';
import type { Database } from '../storage/database.ts';
import type { CredentialUses } from './authentication/credential-uses.ts';
import type { FailedAttempts } from './authentication/failed-attempts.ts';

/** What the routes are handed; `main.ts` builds it. */
export interface ApiContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokenVerifier: TokenVerifier;
  readonly rateLimiter: RateLimiter;
  readonly failedAttempts: FailedAttempts;
  readonly credentialUses: CredentialUses;
  /** Where the service is reached from outside, without a slash at the end. */
  readonly publicUrl: string;
}
