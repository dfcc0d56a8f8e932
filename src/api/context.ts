import type { RateLimiter, TokenVerifier } from '../core/clients/ports.ts';
import type { IdpLicences } from '../core/entitlements/ports.ts';
import type { FulfilmentService } from '../core/marketplace/fulfilment.ts';
import type { NotificationVerifier } from '../core/marketplace/notification-verifier.ts';
import type { CallMeasurements, OwnAddress } from '../core/marketplace/ports.ts';
import type { Clock, RandomBytes } from '../core/ports.ts';
import type { MeteringService } from '../core/usage/ports.ts';
import type { SignIn } from '../core/workspaces/sign-in.ts';
import type { EncryptionKey } from '../secrets/seal.ts';
import type { Database, Pool } from '../storage/database.ts';
import type { CallerCache } from './authentication/caller-cache.ts';
import type { ClientRefusals } from './authentication/client-refusals.ts';
import type { CredentialUses } from './authentication/credential-uses.ts';
import type { FailedAttempts } from './authentication/failed-attempts.ts';
import type { EntitlementSnapshots } from './v1/entitlements/snapshots.ts';
import type { UsageFacts } from './v1/usage/facts.ts';

/** What the routes are handed; `main.ts` builds it. */
export interface ApiContext {
  /** For reads. */
  readonly database: Database;
  readonly pool: Pool;
  /** For actions: what waits for a lock there takes no connection from reads. */
  readonly writes: Database;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly tokenVerifier: TokenVerifier;
  readonly marketplaceCallVerifier: NotificationVerifier;
  readonly measurements: CallMeasurements;
  readonly rateLimiter: RateLimiter;
  readonly failedAttempts: FailedAttempts;
  readonly credentialUses: CredentialUses;
  readonly clientRefusals: ClientRefusals;
  readonly callerCache: CallerCache;
  readonly snapshots: EntitlementSnapshots;
  readonly usageFacts: UsageFacts;
  readonly idpLicences: IdpLicences;
  readonly fulfilment: FulfilmentService;
  readonly metering: MeteringService;
  readonly ownAddress: OwnAddress;
  /** Null where the operator has not set it up. */
  readonly signIn: SignIn | null;
  /** Opens what is sealed at rest. */
  /** Whom to tell of a vulnerability; null: the mailbox that is reserved for it on the own host. */
  readonly securityContact: string | null;
  readonly encryptionKey: EncryptionKey;
  /** False where the operator has set no mail server. */
  readonly mailsNotices: boolean;
  /** Only on a developer's machine: webhooks to loopback. */
  readonly allowsLocalWebhooks: boolean;
  /** Where applications get their tokens, and the application id that stands for this API there. */
  readonly idp: { readonly authUrl: string; readonly apiAppId: string };
  /** Where the service is reached from outside, without a slash at the end. */
  readonly publicUrl: string;
}
