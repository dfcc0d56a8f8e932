import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../../async/single-flight.ts';
import type { Clock } from '../../core/ports.ts';
import type { GrantedToken } from './granted-token.ts';

/** The holder of a token. The name is the cache key and covers everything the token depends on, secrets included. */
export interface TokenAccount {
  readonly name: string;
}

export interface AccessTokens<Account extends TokenAccount, Failure> {
  /** A token that is valid for at least five minutes. */
  take(account: Account): Promise<GrantedToken | Failure>;
  /** Evicts a refused token, unless it has been replaced. */
  drop(account: Account, accessToken: string): void;
}

export interface AccessTokensOptions<Account extends TokenAccount, Failure> {
  readonly requestToken: (account: Account) => Promise<GrantedToken | Failure>;
  readonly clock: Clock;
}

interface CachedToken {
  readonly token: GrantedToken;
  readonly renewAt: number;
}

const renewalLeadMilliseconds = 5 * 60_000;
const accountLimit = 10_000;
const charactersLimit = 32 * 1024 * 1024;

/** Caches tokens until five minutes before they expire. Requests are single-flight per account. */
export function createAccessTokens<
  Account extends TokenAccount,
  Failure extends { readonly outcome: string },
>({ requestToken, clock }: AccessTokensOptions<Account, Failure>): AccessTokens<Account, Failure> {
  const tokens = new LRUCache<string, CachedToken>({
    max: accountLimit,
    maxSize: charactersLimit,
    sizeCalculation: ({ token }) => token.accessToken.length,
  });
  const flights = new SingleFlight<GrantedToken | Failure>();

  async function request(account: Account): Promise<GrantedToken | Failure> {
    // Counted from before the request, so that the lifetime is never overestimated.
    const requestedAt = clock.now().getTime();
    const answer = await requestToken(account);
    if (isGranted(answer)) {
      const renewAt = requestedAt + answer.lifetimeSeconds * 1_000 - renewalLeadMilliseconds;
      tokens.set(account.name, { token: answer, renewAt });
    }
    return answer;
  }

  return {
    take(account) {
      const cached = tokens.get(account.name);
      if (cached && clock.now().getTime() < cached.renewAt) return Promise.resolve(cached.token);
      return flights.run(account.name, () => request(account));
    },
    drop(account, accessToken) {
      if (tokens.get(account.name)?.token.accessToken === accessToken) tokens.delete(account.name);
    },
  };
}

function isGranted(answer: { readonly outcome: string }): answer is GrantedToken {
  return answer.outcome === 'granted';
}
