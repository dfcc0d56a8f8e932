import type { NamesOf, ProductName } from '../names.ts';
import type { Entitlement, Journal, Store, TrackOptions } from '../types.ts';
import type { InstallationKey } from './ed25519.ts';
import type { OfflineState } from './licence-state.ts';
import type { SigningKeys } from './pinned-keys.ts';
import type { LicenceRefused } from './refusal.ts';

/**
 * The options of `openOffline`.
 *
 * @example
 * ```ts
 * import type { OfflineOptions, SigningKeys } from '@tessera/client/offline';
 *
 * const options = (licence: string, keys: SigningKeys): OfflineOptions => ({
 *   product: 'aqueduct',
 *   licence,
 *   keys,
 *   issuer: 'https://tessera.example/019b76da-a800-7664-9c6b-7ebae3829be1',
 *   onEvent: (event) => console.warn(event.type),
 * });
 * ```
 */
export interface OfflineOptions<Product extends ProductName = ProductName> {
  /** The slug of your product. A licence file for another is refused. */
  readonly product: Product;
  /** The text of the licence file. */
  readonly licence: string;
  /** The public keys that you trust, compiled into your application. No key is ever taken from a file. */
  readonly keys: SigningKeys;
  /** The address of the service and the id of your workspace. If it is absent, whatever the keys have signed is taken. */
  readonly issuer?: string;
  /** The key of this installation. Needed for a bound licence file. */
  readonly installationKey?: InstallationKey;
  /** Where the last licence file and the latest time outlive the process. If it is absent, a restart forgets both. */
  readonly store?: Store;
  /** Where tracked usage outlives the process, until a usage file has it. Needed for `track`. */
  readonly journal?: Pick<Journal, 'append' | 'close'>;
  /** The text of a signed revocation list. */
  readonly revoked?: string;
  /** Called for what a person should know. What it throws is lost. */
  readonly onEvent?: (event: OfflineEvent) => void;
  /** For tests: milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * What happened to a licence file, by `type`.
 *
 * @example
 * ```ts
 * import type { OfflineEvent } from '@tessera/client/offline';
 *
 * function tell(event: OfflineEvent): void {
 *   if (event.type === 'stale') console.warn(`The licence file has expired. It counts until ${event.endsAt.toISOString()}.`);
 *   else if (event.type === 'refused' || event.type === 'error') console.error(event.error);
 *   else console.warn(event.type);
 * }
 * ```
 */
export type OfflineEvent =
  /** The file or the subscription has ended by the clock; the answers are as signed until `endsAt`. */
  | { readonly type: 'stale'; readonly endsAt: Date }
  /** The grace period is over. */
  | { readonly type: 'ended'; readonly accessLevel: Entitlement['accessLevel'] }
  /** The clock is more than an hour behind the latest time that was seen: read only until it has passed that time. */
  | { readonly type: 'clockSetBack'; readonly now: Date; readonly latest: Date }
  /** The clock has passed the latest time again. */
  | { readonly type: 'clockRestored' }
  /** A signed list has revoked the file. */
  | { readonly type: 'revoked'; readonly jti: string }
  /** A later file of the same tenant is in force. */
  | { readonly type: 'replaced'; readonly jti: string; readonly previous: string }
  /** A file is ignored, because a later one of the same tenant is known. */
  | { readonly type: 'outdated'; readonly jti: string; readonly inForce: string }
  /** A file or a list is not taken; the file that was in force stays. */
  | { readonly type: 'refused'; readonly error: LicenceRefused }
  /** The store or the journal failed. */
  | { readonly type: 'error'; readonly error: unknown };

/**
 * The facts of a licence file.
 *
 * @example
 * ```ts
 * import type { LicenceFacts } from '@tessera/client/offline';
 *
 * const inWords = ({ version, expiresAt }: LicenceFacts) => `Version ${version}, until ${expiresAt.toISOString().slice(0, 10)}`;
 * ```
 */
export interface LicenceFacts {
  /** The id of the file. */
  readonly jti: string;
  readonly issuer: string;
  /** Of the entitlement. It never goes down. */
  readonly version: number;
  readonly issuedAt: Date;
  /** The end of the file, not of the subscription. */
  readonly expiresAt: Date;
  readonly graceEndsAt: Date;
  readonly mode: 'Connected' | 'Offline';
  /** The thumbprint of the installation's key; undefined if the file is not bound. */
  readonly bind: string | undefined;
}

/**
 * An entitlement from a licence file. It answers as that of the connected client, and never throws.
 *
 * @example
 * ```ts
 * import type { Offline } from '@tessera/client/offline';
 *
 * const mayAddPipeline = (offline: Offline, count: number) =>
 *   offline.accessLevel === 'Full' && count < (offline.limit('pipelines') ?? 0);
 * ```
 */
export interface Offline<Product extends ProductName = ProductName>
  extends Entitlement<NamesOf<Product, 'capabilities'>, NamesOf<Product, 'limits'>> {
  readonly product: Product;
  readonly tenantId: string;
  readonly state: OfflineState;
  readonly licence: LicenceFacts;
  /**
   * Counts usage for the next usage file: 1 if `quantity` is absent. Resolves when the event is in the journal. Wrong usage is
   * thrown unless NODE_ENV is `production`.
   */
  track(
    dimension: NamesOf<Product, 'dimensions'>,
    quantity?: number,
    options?: Pick<TrackOptions, 'id' | 'occurredAt' | 'uniqueKey'>,
  ): Promise<void>;
  /** Takes another licence file, and resolves to whether it is in force. One that is refused or older changes nothing. */
  replace(licence: string): Promise<boolean>;
  /** Takes a signed revocation list, and resolves to whether it revokes the file in force. It counts for later files, too. */
  applyRevocationList(list: string): Promise<boolean>;
  /** Writes the latest time, and closes store and journal. */
  close(): Promise<void>;
}
