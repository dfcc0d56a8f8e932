import { LRUCache } from 'lru-cache';
import type { Change } from '../../core/change.ts';
import type { Caller } from '../../core/clients/api-client.ts';
import type { Measurements } from '../../core/ports.ts';
import type { CredentialUse } from '../../storage/clients/credential-uses.ts';
import type { Liveness } from '../kept-facts.ts';
import type { PresentedCredential } from './presented-credential.ts';
import { SharedAttempts } from './shared-attempts.ts';

const mostCallers = 10_000;
const mostBytes = 32 * 1024 * 1024;
/** A withdrawn signing key is noticed within this time, though its tokens would last longer. */
const longestForTokens = 5 * 60_000;

/** A caller whose credential was accepted, and which credential it was. */
export interface AcceptedCaller {
  readonly caller: Caller;
  readonly expiresAt: Date | null;
  readonly use: Pick<CredentialUse, 'kind' | 'id'>;
}

interface KnownCaller extends AcceptedCaller, PresentedCredential {
  /** In milliseconds; from then on the credential is looked at again. */
  readonly until: number;
}

/**
 * Callers whose credential was accepted before, found by the credential's tail and compared in full: neither crypto nor
 * the database is asked again until something about their client changes, or time ends it.
 */
export class KnownCallers {
  readonly #known = new LRUCache<string, KnownCaller>({
    max: mostCallers,
    maxSize: mostBytes,
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
    const known = this.#liveness.isLive() ? this.#known.get(tailOf(text)) : undefined;
    const isGood =
      known !== undefined && known.text === text && known.kind === kind && now.getTime() < known.until;
    this.#measurements.cacheRead('caller', isGood ? 'hit' : 'miss');
    return isGood ? known : undefined;
  }

  /** Looks a credential up, and caches it when it is accepted and nothing changed meanwhile. */
  learn<Result>(
    credential: PresentedCredential,
    now: Date,
    lookUp: () => Promise<AcceptedCaller | Result>,
    isAccepted: (result: AcceptedCaller | Result) => result is AcceptedCaller,
  ): Promise<AcceptedCaller | Result> {
    // After a change nobody joins a look-up that began before it.
    const key = `${this.#changes} ${credential.kind} ${credential.text}`;
    return this.#attempts.share(key, () => this.#lookUp(credential, now, lookUp, isAccepted), isAccepted);
  }

  async #lookUp<Result>(
    credential: PresentedCredential,
    now: Date,
    lookUp: () => Promise<AcceptedCaller | Result>,
    isAccepted: (result: AcceptedCaller | Result) => result is AcceptedCaller,
  ): Promise<AcceptedCaller | Result> {
    // A look-up that begins while changes may be missed may see what a missed change has ended.
    const changesBefore = this.#liveness.isLive() ? this.#changes : undefined;
    const result = await lookUp();
    if (isAccepted(result) && this.#changes === changesBefore && this.#liveness.isLive()) {
      const longest = result.caller.token ? now.getTime() + longestForTokens : Number.POSITIVE_INFINITY;
      const until = Math.min(longest, result.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
      this.#known.set(tailOf(credential.text), { ...result, ...credential, until });
    }
    return result;
  }

  changed(change: Change): void {
    if (change.kind !== 'client') return;
    this.#changes += 1;
    for (const [tail, { caller }] of this.#known.entries()) {
      if (caller.client.apiClientId === change.apiClientId) this.#known.delete(tail);
    }
  }

  lost(): void {
    this.#changes += 1;
    this.#known.clear();
  }
}

/** The end of a key or a token is as good as random, and quick to look up. */
function tailOf(text: string): string {
  return text.slice(-32);
}
