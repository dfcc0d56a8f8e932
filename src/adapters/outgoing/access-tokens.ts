import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../../async/single-flight.ts';
import type { Clock } from '../../core/ports.ts';
import type { GrantedToken } from './granted-token.ts';

/** Who a token is for. The name stands for all that the token depends on, secrets included. */
export interface TokenHolder {
  readonly name: string;
}

export interface AccessTokens<Account extends TokenHolder, Failure> {
  /** A token that is good for a while yet. */
  take(account: Account): Promise<GrantedToken | Failure>;
  /** Forgets a token that was refused, unless another has taken its place. */
  drop(account: Account, accessToken: string): void;
}

export interface AccessTokensOptions<Account extends TokenHolder, Failure> {
  readonly requestToken: (account: Account) => Promise<GrantedToken | Failure>;
  readonly clock: Clock;
}

interface HeldToken {
  readonly token: GrantedToken;
  readonly renewAt: number;
}

const renewalLeadMilliseconds = 5 * 60_000;
const accountLimit = 10_000;

/** Held until five minutes before they expire. However many ask, one request is under way for an account. */
export function createAccessTokens<
  Account extends TokenHolder,
  Failure extends { readonly outcome: string },
>({ requestToken, clock }: AccessTokensOptions<Account, Failure>): AccessTokens<Account, Failure> {
  const tokens = new LRUCache<string, HeldToken>({ max: accountLimit });
  const flights = new SingleFlight<GrantedToken | Failure>();

  async function request(account: Account): Promise<GrantedToken | Failure> {
    // Counted from before the request: the token is never younger than that.
    const askedAt = clock.now().getTime();
    const answer = await requestToken(account);
    if (isGranted(answer)) {
      const renewAt = askedAt + answer.lifetimeSeconds * 1_000 - renewalLeadMilliseconds;
      tokens.set(account.name, { token: answer, renewAt });
    }
    return answer;
  }

  return {
    take(account) {
      const held = tokens.get(account.name);
      if (held && clock.now().getTime() < held.renewAt) return Promise.resolve(held.token);
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
