import type { Credential } from '../credential.ts';
import type { ProductName } from '../names.ts';
import type { SigningKeys } from '../offline/pinned-keys.ts';
import type { EntitlementDocument } from './document.ts';
import type { DropReason, Journal, UsageEvent } from './usage.ts';

/**
 * A cached entitlement with what is needed to revalidate it. Times are milliseconds since 1970.
 *
 * @example
 * ```ts
 * import type { StoredEntitlement } from '@tessera/client';
 *
 * const keyOf = ({ tenantId, product }: StoredEntitlement) => `${product}/${tenantId}`;
 * ```
 */
export interface StoredEntitlement {
  readonly tenantId: string;
  readonly product: string;
  readonly etag: string;
  readonly confirmedAt: number;
  readonly document: EntitlementDocument;
  /** The entitlement as the service has signed it last. */
  readonly token?: string;
  /** The signed list that revokes the token. */
  readonly revocationList?: string;
}

/**
 * Where entitlements outlive the process. A store never throws: what it cannot read or write it leaves out. `fileStore` of
 * `@tessera/client/node` is one.
 *
 * @example
 * ```ts
 * import type { Store, StoredEntitlement } from '@tessera/client';
 *
 * // A store that two clients of one process share.
 * const entries = new Map<string, StoredEntitlement>();
 * const store: Store = {
 *   load: async () => [...entries.values()],
 *   save: (saved) => saved.forEach((entry) => entries.set(`${entry.product}/${entry.tenantId}`, entry)),
 *   remove: (keys) => keys.forEach(({ tenantId, product }) => entries.delete(`${product}/${tenantId}`)),
 *   close: async () => {},
 * };
 * ```
 */
export interface Store {
  /** Every entitlement that can be read, once when the client first needs one. */
  load(): Promise<readonly StoredEntitlement[]>;
  /** Keeps the newest for each tenant and product. */
  save(entries: readonly StoredEntitlement[]): void;
  /** Deletes the entries of these tenants and products. */
  remove(keys: readonly { readonly tenantId: string; readonly product: string }[]): void;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

/**
 * Whose signed tokens are trusted.
 *
 * @example
 * ```ts
 * import { createTessera, type SignedOptions } from '@tessera/client';
 *
 * const connect = (keys: SignedOptions['keys']) =>
 *   createTessera({
 *     url: 'https://tessera.example',
 *     product: 'aqueduct',
 *     credential: { apiKey: process.env.TESSERA_API_KEY ?? '' },
 *     signed: { keys },
 *   });
 * ```
 */
export interface SignedOptions {
  /** The content of `/.well-known/tessera/{workspaceId}/jwks.json`, kept in your application. */
  readonly keys: SigningKeys;
  /** The address of the service and the id of your workspace. If it is absent, whatever the keys have signed is taken. */
  readonly issuer?: string | undefined;
}

/**
 * Where warnings go, such as `console`.
 *
 * @example
 * ```ts
 * import type { Logger } from '@tessera/client';
 *
 * const logger: Logger = { warn: (message) => process.stderr.write(`${message}\n`) };
 * ```
 */
export interface Logger {
  /** Takes one sentence, without a line end. */
  warn(message: string): void;
}

/**
 * A span of time: milliseconds, or a number with `ms`, `s`, `m`, `h` or `d`.
 *
 * @example
 * ```ts
 * import type { Duration } from '@tessera/client';
 *
 * const grace: Duration[] = [259_200_000, '72h', '3d']; // The same three times.
 * ```
 */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

/**
 * The options of `createTessera`. A wrong or misspelt one throws `TesseraConfigurationError`.
 *
 * @example
 * ```ts
 * import { createTessera, type TesseraOptions } from '@tessera/client';
 *
 * const options: TesseraOptions = {
 *   url: 'https://tessera.example',
 *   product: 'aqueduct',
 *   credential: { apiKey: process.env.TESSERA_API_KEY ?? '' },
 *   grace: '24h',
 *   afterGrace: 'lastKnown',
 * };
 * const tessera = createTessera(options);
 * ```
 */
export interface TesseraOptions<Product extends ProductName = ProductName> {
  /** The address of the service, without `/api/v1`. */
  readonly url: string;
  /** The product that calls mean unless they name another. */
  readonly product: Product;
  /** An API key, or an application of the identity provider. */
  readonly credential: Credential;
  /** How cached entitlements stay current: `stream` if it is absent. */
  readonly refresh?: 'stream' | 'poll';
  /** 30 seconds if it is absent, at least 1 second. With `stream`, polling is used while the stream is down. */
  readonly pollInterval?: Duration;
  /** How long the last known answer is given while the service cannot be reached: 72 hours if it is absent. */
  readonly grace?: Duration;
  /** What is given after the grace period: nothing is granted (`deny`, if it is absent), or the last known answer. */
  readonly afterGrace?: 'deny' | 'lastKnown';
  /** Whether reservations are allowed, and counted later, while the service cannot be reached: true if it is absent. */
  readonly failOpen?: boolean;
  /** Tenants in memory: 10,000 if it is absent. */
  readonly cacheSize?: number;
  /** Time limit of one request: 2 seconds if it is absent. */
  readonly timeout?: Duration;
  /** Where entitlements outlive the process. If it is absent, a process that starts during an outage knows none. */
  readonly store?: Store;
  /** Reads the signed token of each entitlement, too, and answers from it after the grace period. `store` keeps it. */
  readonly signed?: SignedOptions;
  /** Where tracked usage outlives the process. If it is absent, a killed process loses about a second of usage. */
  readonly journal?: Journal;
  /** Told once of each kind of usage that is refused or lost: `console` if it is absent. */
  readonly logger?: Logger;
  /** Called for each tracked event that is given up. */
  readonly onDrop?: (event: UsageEvent, reason: DropReason) => void;
  /** An OpenTelemetry meter: counts the events `hit`, `miss`, `stale`, `retry` and `dropped`. */
  readonly meter?: TelemetryMeter;
  /** Sends the requests: the global `fetch` if it is absent. */
  readonly fetch?: typeof fetch;
  /** For tests: milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * The part of OpenTelemetry's `Meter` that is used.
 *
 * @example
 * ```ts
 * import { metrics } from '@opentelemetry/api';
 * import type { TelemetryMeter } from '@tessera/client';
 *
 * const meter: TelemetryMeter = metrics.getMeter('my-application'); // Counts tessera.client.hit and so on.
 * ```
 */
export interface TelemetryMeter {
  /** Called once for each counter, when the client is made. */
  createCounter(
    name: string,
    options?: { readonly description?: string; readonly unit?: string },
  ): { add(value: number, attributes?: Record<string, string>): void };
}
