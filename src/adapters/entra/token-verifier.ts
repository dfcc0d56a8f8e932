import { compactVerify, errors } from 'jose';
import type { Clock, Measurements, TokenVerification, TokenVerifier } from '../../core/ports.ts';
import { readToken } from '../../core/token.ts';
import { requiredAddress } from '../outgoing/required-address.ts';
import { fetchKeySet } from './fetch-key-set.ts';
import { createKeySets } from './key-sets.ts';
import type { SigningKey } from './signing-key.ts';
import { readUnverifiedToken } from './unverified-token.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

export interface TokenVerifierOptions {
  /** `https://login.microsoftonline.com`, or another cloud's or a stand-in's address. */
  readonly authUrl: string;
  readonly apiAppId: string;
  readonly clock: Clock;
  readonly measurements: Measurements;
  readonly fetch?: typeof fetch;
}

const fetchBudgetMilliseconds = 5_000;
const refreshTickMilliseconds = 60_000;
const invalid: TokenVerification = { outcome: 'invalid' };

export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier & { stop(): void } {
  const { apiAppId, clock, measurements } = options;
  const stopping = new AbortController();
  const provider = {
    authUrl: requiredAddress('The identity provider', options.authUrl),
    fetch: options.fetch ?? fetch,
    budgetMilliseconds: fetchBudgetMilliseconds,
    stopped: stopping.signal,
  };
  const keySets = createKeySets({
    fetchKeySet: (tenantId, version) => fetchKeySet(provider, tenantId, version),
    clock,
    measurements,
  });
  const verifiedTokens = createVerifiedTokens();

  let isRefreshing = false;
  const refreshTimer = setInterval(() => {
    if (isRefreshing) return;
    isRefreshing = true;
    keySets.refreshDue().finally(() => {
      isRefreshing = false;
    });
  }, refreshTickMilliseconds);
  refreshTimer.unref();

  return {
    claimedIdentity(text) {
      const known = verifiedTokens.find(text, clock.now()) ?? readUnverifiedToken(text)?.origin;
      return known && { applicationId: known.applicationId, tenantId: known.tenantId };
    },

    async verify(text) {
      const known = verifiedTokens.find(text, clock.now());
      measurements.cacheRead('verified-token', known ? 'hit' : 'miss');
      if (known) {
        keySets.touch(known.tenantId);
        return { outcome: 'verified', token: known };
      }

      const unverified = readUnverifiedToken(text);
      if (!unverified) return invalid;
      const { version, tenantId } = unverified.origin;
      const lookup = await keySets.find(tenantId, version, unverified.keyId);
      if (lookup.outcome === 'unreachable') return { outcome: 'unavailable' };
      if (lookup.outcome !== 'found') return invalid;

      const { key, issuer } = lookup;
      if (key.algorithm !== undefined && key.algorithm !== unverified.algorithm) return invalid;
      const claims = await signedClaims(text, key, unverified.algorithm);
      const token = readToken(claims, { apiAppId, version, issuer }, clock.now());
      if (!token) return invalid;
      verifiedTokens.keep(text, token, key);
      return { outcome: 'verified', token };
    },

    stop() {
      clearInterval(refreshTimer);
      stopping.abort();
    },
  };
}

/** The claims, when the key has signed them. */
async function signedClaims(text: string, key: SigningKey, algorithm: string): Promise<unknown> {
  try {
    const { payload } = await compactVerify(text, key.publicKey, { algorithms: [algorithm] });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return undefined;
    throw fault;
  }
}
