import type { IncomingMessage } from 'node:http';
import type { Liveness } from '../../cache/facts-cache.ts';
import { SieveCache } from '../../cache/sieve-cache.ts';
import type { Change } from '../../core/change.ts';
import type { AllowedNetworks } from '../../core/clients/allowed-networks.ts';
import { authorise, type Caller } from '../../core/clients/api-client.ts';
import type { Measurements } from '../../core/ports.ts';
import { requestHeader } from '../http/headers.ts';
import type { UsedCredential } from './client-activity.ts';
import type { ClientLimits } from './rate-limit.ts';
import { SharedAttempts } from './shared-attempts.ts';

const maxCallers = 10_000;
const maxBytes = 32 * 1024 * 1024;
/** Tokens are verified again after this time, so that a withdrawn signing key takes effect. */
const maxTokenCacheMilliseconds = 5 * 60_000;

export interface AcceptedCaller {
  readonly caller: Caller;
  readonly limits: ClientLimits;
  readonly expiresAt: Date | null;
  /** Null: from anywhere. */
  readonly allowedNetworks: AllowedNetworks | null;
  readonly use: UsedCredential;
}

/** A class, because objects made by spreading have many shapes, which makes each access slow. */
export class CachedCaller implements AcceptedCaller {
  readonly caller: Caller;
  readonly limits: ClientLimits;
  readonly expiresAt: Date | null;
  readonly allowedNetworks: AllowedNetworks | null;
  readonly use: UsedCredential;
  /** Whether it has the scope of the fast paths, and a key that may be used from anywhere. */
  readonly mayUseFastPath: boolean;
  readonly #header: string;
  readonly #isToken: boolean;
  /** In milliseconds since the epoch; then the credential is verified again. */
  readonly #until: number;

  constructor(
    { caller, limits, expiresAt, allowedNetworks, use }: AcceptedCaller,
    { kind, value }: CredentialHeader,
    now: Date,
  ) {
    this.caller = caller;
    this.limits = limits;
    this.expiresAt = expiresAt;
    this.allowedNetworks = allowedNetworks;
    this.use = use;
    this.mayUseFastPath = allowedNetworks === null && authorise(caller, 'entitlements:read') === undefined;
    this.#header = value;
    this.#isToken = kind === 'token';
    const maxUntil = caller.token ? now.getTime() + maxTokenCacheMilliseconds : Number.POSITIVE_INFINITY;
    this.#until = Math.min(maxUntil, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  }

  isValidFor({ kind, value }: CredentialHeader, now: Date): boolean {
    return this.#header === value && this.#isToken === (kind === 'token') && now.getTime() < this.#until;
  }

  get bytes(): number {
    // A token may be as long as a request header.
    return 500 + this.#header.length + 250 * (this.allowedNetworks?.length ?? 0);
  }
}

/**
 * Caches callers by the tail of the header with their credential, which is then compared in full. A hit needs neither
 * cryptography nor a query, and does not take the header apart; a change of the API client evicts it.
 */
export class CallerCache {
  readonly #cache = new SieveCache<CachedCaller>({
    maxEntries: maxCallers,
    maxBytes,
    bytesOf: ({ bytes }) => bytes,
  }).part();
  readonly #liveness: Liveness;
  readonly #measurements: Measurements;
  readonly #attempts = new SharedAttempts<AcceptedCaller>();
  #changes = 0;

  constructor(liveness: Liveness, measurements: Measurements) {
    this.#liveness = liveness;
    this.#measurements = measurements;
  }

  find(header: CredentialHeader, now: Date): CachedCaller | undefined {
    const cached = this.#liveness.isLive() ? this.#cache.get(tailOf(header.value)) : undefined;
    const isHit = cached?.isValidFor(header, now) === true;
    this.#measurements.cacheRead('caller', isHit ? 'hit' : 'miss');
    return isHit ? cached : undefined;
  }

  /** Looks a credential up and caches an accepted one, unless an API client changed meanwhile. */
  resolve<Result>(
    credential: PresentedCredential,
    now: Date,
    lookUp: () => Promise<AcceptedCaller | Result>,
    isAccepted: (result: AcceptedCaller | Result) => result is AcceptedCaller,
  ): Promise<AcceptedCaller | Result> {
    // A look-up that began before a change is not shared with requests that came after it.
    const key = `${this.#changes} ${credential.kind} ${credential.text}`;
    return this.#attempts.share(key, () => this.#lookUp(credential, now, lookUp, isAccepted), isAccepted);
  }

  async #lookUp<Result>(
    credential: PresentedCredential,
    now: Date,
    lookUp: () => Promise<AcceptedCaller | Result>,
    isAccepted: (result: AcceptedCaller | Result) => result is AcceptedCaller,
  ): Promise<AcceptedCaller | Result> {
    // While the change feed is disconnected, a look-up may see a credential that was revoked.
    const changesBefore = this.#liveness.isLive() ? this.#changes : undefined;
    const result = await lookUp();
    if (isAccepted(result) && this.#changes === changesBefore && this.#liveness.isLive()) {
      this.#cache.set(tailOf(credential.value), new CachedCaller(result, credential, now));
    }
    return result;
  }

  changed(change: Change): void {
    if (change.kind !== 'client') return;
    this.#changes += 1;
    for (const [tail, { caller }] of this.#cache.entries()) {
      if (caller.client.apiClientId === change.apiClientId) this.#cache.delete(tail);
    }
  }

  lost(): void {
    this.#changes += 1;
    this.#cache.clear();
  }
}

/** The end of a key or a token is as good as random. V8 copies up to 12 characters; a longer piece is slow to compare. */
function tailOf(header: string): string {
  return header.slice(-12);
}

/** The one header that carries a credential; a credential in the wrong header is invalid. */
export interface CredentialHeader {
  readonly kind: 'token' | 'api-key';
  readonly value: string;
}

export interface PresentedCredential extends CredentialHeader {
  /** The credential itself, without the word `Bearer`. */
  readonly text: string;
}

/** Exactly one credential or none: a caller that sends two must not learn which one is valid. */
function credentialHeader(request: IncomingMessage): CredentialHeader | undefined {
  const authorization = requestHeader(request, 'authorization');
  const apiKey = requestHeader(request, 'x-api-key');
  if (authorization === undefined) {
    return apiKey === undefined ? undefined : { kind: 'api-key', value: apiKey };
  }
  return apiKey === undefined ? { kind: 'token', value: authorization } : undefined;
}

export function presentedCredential(request: IncomingMessage): PresentedCredential | undefined {
  const header = credentialHeader(request);
  if (header === undefined) return undefined;
  const { kind, value } = header;
  if (kind === 'api-key') return { kind, value, text: value };
  const text = /^Bearer +([^\s]+)$/i.exec(value)?.[1];
  return text === undefined ? undefined : { kind, value, text };
}

/** The caller of a cached credential, without cryptography or a query. */
export function findCachedCaller(
  callerCache: CallerCache,
  request: IncomingMessage,
  now: Date,
): CachedCaller | undefined {
  const header = credentialHeader(request);
  return header && callerCache.find(header, now);
}
