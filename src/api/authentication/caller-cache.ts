import { LRUCache } from 'lru-cache';
import type { Change } from '../../core/change.ts';
import type { Caller } from '../../core/clients/api-client.ts';
import type { Measurements } from '../../core/ports.ts';
import type { CredentialUse } from '../../storage/clients/credential-uses.ts';
import type { Liveness } from '../facts-cache.ts';
import type { PresentedCredential } from './presented-credential.ts';
import { SharedAttempts } from './shared-attempts.ts';

const maxCallers = 10_000;
const maxBytes = 32 * 1024 * 1024;
/** Tokens are verified again after this time, so that a withdrawn signing key takes effect. */
const maxTokenCacheMilliseconds = 5 * 60_000;

export interface AcceptedCaller {
  readonly caller: Caller;
  readonly expiresAt: Date | null;
  readonly use: Pick<CredentialUse, 'kind' | 'id'>;
}

interface CachedCaller extends AcceptedCaller, PresentedCredential {
  /** In milliseconds since the epoch; then the credential is verified again. */
  readonly until: number;
}

/**
 * Caches callers by the tail of their credential, which is then compared in full. A hit needs neither cryptography nor a
 * query; a change of the API client evicts it.
 */
export class CallerCache {
  readonly #cache = new LRUCache<string, CachedCaller>({
    max: maxCallers,
    maxSize: maxBytes,
    // A token's text may be as long as a request header.
    sizeCalculation: ({ text }) => 500 + text.length,
  });
  readonly #liveness: Liveness;
  readonly #measurements: Measurements;
  readonly #attempts = new SharedAttempts<AcceptedCaller>();
  #changes = 0;

  constructor(liveness: Liveness, measurements: Measurements) {
    this.#liveness = liveness;
    this.#measurements = measurements;
  }

  find({ kind, text }: PresentedCredential, now: Date): AcceptedCaller | undefined {
    const cached = this.#liveness.isLive() ? this.#cache.get(tailOf(text)) : undefined;
    const isValid =
      cached !== undefined && cached.text === text && cached.kind === kind && now.getTime() < cached.until;
    this.#measurements.cacheRead('caller', isValid ? 'hit' : 'miss');
    return isValid ? cached : undefined;
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
      const maxUntil = result.caller.token
        ? now.getTime() + maxTokenCacheMilliseconds
        : Number.POSITIVE_INFINITY;
      const until = Math.min(maxUntil, result.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
      this.#cache.set(tailOf(credential.text), { ...result, ...credential, until });
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

/** The end of a key or a token is as good as random, and a short map key. */
function tailOf(text: string): string {
  return text.slice(-32);
}
