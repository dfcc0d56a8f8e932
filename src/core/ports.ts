import type { UsageRight } from './idp-licence.ts';
import type { MarketplaceCredential } from './marketplace-credential.ts';
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

/** Where a workspace's offers are sold, and the application that speaks for them there. */
export interface MarketplaceConnection {
  /** Where tokens are issued: `https://login.microsoftonline.com`. */
  readonly authUrl: string;
  /** `https://marketplaceapi.microsoft.com`, with or without its `/api`. */
  readonly marketplaceUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly credential: MarketplaceCredential;
}

/** What one subscription used of one dimension in one hour. */
export interface UsageEvent {
  /** The marketplace's id of the subscription. */
  readonly resourceId: string;
  readonly planId: string;
  readonly dimension: string;
  readonly hour: Date;
  /** Exact decimal text: `12.5`. */
  readonly quantity: string;
}

export type UsageEventOutcome =
  | { readonly outcome: 'accepted'; readonly usageEventId: string | null }
  /** The hour was taken before; null when the marketplace does not say with which quantity. */
  | { readonly outcome: 'duplicate'; readonly acceptedQuantity: string | null }
  | { readonly outcome: 'expired'; readonly reason: string }
  | { readonly outcome: 'rejected'; readonly status: string; readonly reason: string }
  /** Nothing is known, or it may turn out otherwise next time: to be sent again as it is. */
  | { readonly outcome: 'undecided'; readonly reason: string };

/** Why a whole call has brought nothing. */
export interface MarketplaceTrouble {
  readonly reason: string;
  readonly retryAfterSeconds: number | null;
  /** Somebody has to correct an address, a secret or an offer's settings: no retry alone will help. */
  readonly isConfiguration: boolean;
}

export type BatchAnswer =
  /** One outcome per event, in the order in which they were given. */
  | { readonly outcome: 'answered'; readonly items: readonly UsageEventOutcome[] }
  /** The marketplace was there and would have none of it, because of what was sent: one event may spoil them all. */
  | { readonly outcome: 'refused'; readonly status: string; readonly reason: string }
  | ({ readonly outcome: 'undecided' } & MarketplaceTrouble);

/** What the marketplace holds for a resource, a dimension and a day. */
export interface MarketplaceUsage {
  /** The UTC day: `2026-11-15`. */
  readonly day: string;
  readonly resourceId: string;
  readonly planId: string;
  readonly dimension: string;
  readonly submittedQuantity: string;
  /** Null when the marketplace does not say. */
  readonly processedQuantity: string | null;
  readonly reconciliationStatus: string;
}

export type MarketplaceUsageAnswer =
  | { readonly outcome: 'read'; readonly rows: readonly MarketplaceUsage[] }
  | ({ readonly outcome: 'unavailable' } & MarketplaceTrouble);

/** Where usage is reported to, so that it is billed. */
export interface MeteringService {
  /** At most 25 events. */
  sendBatch(connection: MarketplaceConnection, events: readonly UsageEvent[]): Promise<BatchAnswer>;
  /** Of whole days, the first and the last included. */
  readUsage(connection: MarketplaceConnection, from: Date, to: Date): Promise<MarketplaceUsageAnswer>;
}

/** One mail, which stays the same however often it has to be sent. */
export interface Mail {
  /** Makes the Message-ID, by which a mail that comes twice can be recognised. */
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Whoever is in neither list has not been reached, and may be another time. */
export interface MailAnswer {
  readonly taken: readonly string[];
  /** For good: no such mailbox, or they do not want it. */
  readonly refused: readonly string[];
  /** What went wrong; null when nothing did. */
  readonly trouble: string | null;
}

export interface MailSender {
  send(mail: Mail): Promise<MailAnswer>;
}

/** One delivery as it is sent: the service signs what leaves it. */
export interface WebhookDestination {
  readonly url: string;
  /** The endpoint's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each signs; the newest first. */
  readonly secrets: readonly string[];
}

export interface WebhookMessage {
  /** What many messages share is made ready once for the same value. */
  readonly destination: WebhookDestination;
  /** The same at every try. */
  readonly messageId: string;
  readonly body: string;
}

export type WebhookAnswer = { readonly durationMilliseconds: number } & (
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly retryAfterMilliseconds: number | null;
      /** The beginning of the body. */
      readonly beginning: string;
    }
  | { readonly outcome: 'unanswered'; readonly reason: string }
);

/** Whatever partners have put at the addresses that they gave us. */
export interface PartnerEndpoints {
  /** Never throws: whatever goes wrong out there is an answer. */
  post(message: WebhookMessage): Promise<WebhookAnswer>;
}

/** The service itself, called by an address that it has on the outside. */
export interface OwnAddress {
  /** Never throws. */
  probe(
    address: string,
  ): Promise<{ readonly outcome: 'ours' } | { readonly outcome: 'elsewhere'; readonly reason: string }>;
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

/** Counts calls in the marketplace's name that are not the marketplace's. */
export interface CallMeasurements {
  marketplaceCallForged(): void;
}

/** Tells how the workers fare; the metrics page shows it. */
export interface WorkMeasurements {
  /** How many marketplace connections are left alone at present, because their calls fail. */
  openCircuits(count: number): void;
}

/** Counts what the adapters see; the metrics page shows it. */
export interface Measurements {
  cacheRead(cache: string, outcome: 'hit' | 'miss'): void;
  rateLimitFallback(): void;
}

/** Counts what became of webhook deliveries. */
export interface WebhookMeasurements {
  /** `retried` failed and will be tried again, `failed` will not. */
  webhookTried(outcome: 'delivered' | 'retried' | 'failed', seconds: number): void;
  webhooksWaiting(due: number, oldestDueSeconds: number): void;
}
