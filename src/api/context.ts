import type { RateLimiter, TokenVerifier } from '../core/clients/ports.ts';
import type { IdpLicences } from '../core/entitlements/ports.ts';
import type { NodeCredentialUse } from '../core/marketplace/connections/seller.ts';
import type { FulfilmentService } from '../core/marketplace/fulfilment-service.ts';
import type { SampleExport } from '../core/marketplace/import/accelerator-export.ts';
import type { LicenceService } from '../core/marketplace/licences/licence-service.ts';
import type { NotificationVerifier } from '../core/marketplace/notifications/notification.ts';
import type { NotificationMeasurements, OwnAddress } from '../core/marketplace/ports.ts';
import type { Retention } from '../core/operations/retention.ts';
import type { Clock, RandomBytes } from '../core/ports.ts';
import type { MeteringService } from '../core/usage/ports.ts';
import type { SignIn } from '../core/workspaces/sign-in.ts';
import type { EncryptionKey } from '../secrets/seal.ts';
import type { Database, Pool } from '../storage/database.ts';
import type { ListedOffers } from './admin/marketplace/listed-offers.ts';
import type { CallerCache } from './authentication/caller-cache.ts';
import type {
  ClientRefusals,
  ClientRequests,
  CredentialUses,
  CustomerCalls,
} from './authentication/client-activity.ts';
import type { FailedAttempts } from './authentication/failed-attempts.ts';
import type { ChangeStreams } from './v1/entitlements/change-streams.ts';
import type { WorkspaceSignings } from './v1/entitlements/signed/workspace-signing.ts';
import type { EntitlementSnapshots } from './v1/entitlements/snapshots.ts';
import type { UsageFacts } from './v1/usage/facts.ts';
import type { TenantUsages } from './v1/usage/tenant-usage.ts';

/** Dependencies of the routes; built by `src/service`. */
export interface ApiContext {
  /** Pool for reads. */
  readonly database: Database;
  readonly pool: Pool;
  /** Pool for actions, so that lock waits use up no connection of reads. */
  readonly writes: Database;
  readonly clock: Clock;
  /** The same on all nodes, whose own clocks may differ. */
  readonly databaseClock: Clock;
  readonly randomBytes: RandomBytes;
  readonly tokenVerifier: TokenVerifier;
  readonly notificationVerifier: NotificationVerifier;
  readonly measurements: NotificationMeasurements;
  readonly rateLimiter: RateLimiter;
  readonly failedAttempts: FailedAttempts;
  readonly credentialUses: CredentialUses;
  readonly clientRefusals: ClientRefusals;
  readonly clientRequests: ClientRequests;
  readonly customerCalls: CustomerCalls;
  readonly callerCache: CallerCache;
  readonly snapshots: EntitlementSnapshots;
  readonly signing: WorkspaceSignings;
  readonly changeStreams: ChangeStreams;
  readonly usageFacts: UsageFacts;
  readonly tenantUsages: TenantUsages;
  readonly listedOffers: ListedOffers;
  readonly idpLicences: IdpLicences;
  readonly fulfilment: FulfilmentService;
  readonly licences: LicenceService;
  readonly metering: MeteringService;
  readonly ownAddress: OwnAddress;
  /** Null where sign-in is not configured. */
  readonly signIn: SignIn | null;
  /** Contact for vulnerability reports; null: `security@` on the service's own host. */
  readonly securityContact: string | null;
  readonly encryptionKey: EncryptionKey;
  /** False where no mail server is configured. */
  readonly mailsNotices: boolean;
  /** For development: allows webhooks to loopback. */
  readonly allowsLocalWebhooks: boolean;
  /** What connections of sellers may use the node's own credential for. */
  readonly nodeCredentialUse: NodeCredentialUse;
  /** How long data that grows is kept. */
  readonly retention: Retention;
  /** The identity provider that issues the applications' tokens, and this API's application id there. */
  readonly idp: { readonly authUrl: string; readonly apiAppId: string };
  /** The marketplace emulators of the demo; none in production. */
  readonly marketplaceEmulatorUrls: readonly string[];
  /** The demo's sample of an export; null in production. */
  readonly sampleExport: SampleExport | null;
  /** Public base URL, without a trailing slash. */
  readonly publicUrl: string;
}
