import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../../async/single-flight.ts';
import type { Clock } from '../../core/ports.ts';
import type { GrantedToken } from './granted-token.ts';

/** The owner of a token. The name is the cache key and covers everything the token depends on, secrets included. */
export interface TokenOwner {
  readonly name: string;
}

export interface AccessTokens<Owner extends TokenOwner, Failure> {
  /** A token that is valid for at least five minutes. */
  take(owner: Owner): Promise<GrantedToken | Failure>;
  /** Evicts a refused token, unless it has been replaced. */
  drop(owner: Owner, accessToken: string): void;
}

export interface AccessTokensOptions<Owner extends TokenOwner, Failure> {
  readonly requestToken: (owner: Owner) => Promise<GrantedToken | Failure>;
  readonly clock: Clock;
}

interface CachedToken {
  readonly token: GrantedToken;
  readonly renewAt: number;
}

const renewalLeadMilliseconds = 5 * 60_000;
const ownerLimit = 10_000;
const charactersLimit = 32 * 1024 * 1024;

/** Caches tokens until five minutes before they expire. Requests are single-flight per owner. */
export function createAccessTokens<Owner extends TokenOwner, Failure extends { readonly outcome: string }>({
  requestToken,
  clock,
}: AccessTokensOptions<Owner, Failure>): AccessTokens<Owner, Failure> {
  const tokens = new LRUCache<string, CachedToken>({
    max: ownerLimit,
    maxSize: charactersLimit,
    sizeCalculation: ({ token }) => token.accessToken.length,
  });
  const flights = new SingleFlight<GrantedToken | Failure>();

  async function request(owner: Owner): Promise<GrantedToken | Failure> {
    // Counted from before the request, so that the lifetime is never overestimated.
    const requestedAt = clock.now().getTime();
    const answer = await requestToken(owner);
    if (isGranted(answer)) {
      const renewAt = requestedAt + answer.lifetimeSeconds * 1_000 - renewalLeadMilliseconds;
      tokens.set(owner.name, { token: answer, renewAt });
    }
    return answer;
  }

  return {
    take(owner) {
      const cached = tokens.get(owner.name);
      if (cached && clock.now().getTime() < cached.renewAt) return Promise.resolve(cached.token);
      return flights.run(owner.name, () => request(owner));
    },
    drop(owner, accessToken) {
      if (tokens.get(owner.name)?.token.accessToken === accessToken) tokens.delete(owner.name);
    },
  };
}

function isGranted(answer: { readonly outcome: string }): answer is GrantedToken {
  return answer.outcome === 'granted';
}
