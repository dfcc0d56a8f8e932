import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/ports.ts';
import type { Account } from './account.ts';
import type { GrantedToken } from './request-token.ts';
import type { Trouble } from './trouble.ts';

export interface AccessTokens {
  /** A token that is good for a while yet. */
  take(account: Account): Promise<GrantedToken | Trouble>;
  /** Forgets a token that was refused, unless another has taken its place. */
  drop(account: Account, accessToken: string): void;
}

export interface AccessTokensOptions {
  readonly requestToken: (account: Account) => Promise<GrantedToken | Trouble>;
  readonly clock: Clock;
}

interface HeldToken {
  readonly token: GrantedToken;
  readonly renewAt: number;
}

const renewalLeadMilliseconds = 5 * 60_000;
const accountLimit = 10_000;

/** Held until five minutes before they expire. However many ask, one request is under way for an account. */
export function createAccessTokens({ requestToken, clock }: AccessTokensOptions): AccessTokens {
  const tokens = new LRUCache<string, HeldToken>({ max: accountLimit });
  const flights = new Map<string, Promise<GrantedToken | Trouble>>();

  async function request(account: Account): Promise<GrantedToken | Trouble> {
    // Counted from before the request: the token is never younger than that.
    const askedAt = clock.now().getTime();
    const answer = await requestToken(account);
    if (answer.outcome === 'granted') {
      const renewAt = askedAt + answer.lifetimeSeconds * 1_000 - renewalLeadMilliseconds;
      tokens.set(account.name, { token: answer, renewAt });
    }
    return answer;
  }

  return {
    take(account) {
      const held = tokens.get(account.name);
      if (held && clock.now().getTime() < held.renewAt) return Promise.resolve(held.token);
      const running = flights.get(account.name);
      if (running) return running;
      const flight = request(account).finally(() => flights.delete(account.name));
      flights.set(account.name, flight);
      return flight;
    },
    drop(account, accessToken) {
      if (tokens.get(account.name)?.token.accessToken === accessToken) tokens.delete(account.name);
    },
  };
}
