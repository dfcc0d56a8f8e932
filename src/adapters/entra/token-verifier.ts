import { LRUCache } from 'lru-cache';
import type { TokenVerification, TokenVerifier, VerifiedToken } from '../../core/clients/ports.ts';
import { readToken } from '../../core/clients/token.ts';
import { createSignatures, type SignaturesOptions } from './signatures.ts';
import type { SigningKey } from './signing-key.ts';
import { readUnverifiedToken } from './unverified-token.ts';

export interface TokenVerifierOptions extends SignaturesOptions {
  readonly apiAppId: string;
}

const invalid: TokenVerification = { outcome: 'invalid' };

export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier & { stop(): void } {
  const { apiAppId, clock, measurements } = options;
  const signatures = createSignatures(options);
  const verifiedTokens = createVerifiedTokens();

  return {
    claimedIdentity(text) {
      const cached = verifiedTokens.find(text, clock.now()) ?? readUnverifiedToken(text)?.origin;
      return cached && { applicationId: cached.applicationId, tenantId: cached.tenantId };
    },

    async verify(text) {
      const cached = verifiedTokens.find(text, clock.now());
      measurements.cacheRead('verified-token', cached ? 'hit' : 'miss');
      if (cached) {
        signatures.touch(cached.tenantId);
        return { outcome: 'verified', token: cached };
      }

      const unverified = readUnverifiedToken(text);
      if (!unverified) return invalid;
      const checked = await signatures.check(text, unverified);
      if (checked.outcome !== 'signed') return checked;
      const { claims, issuer, key } = checked;
      const { version } = unverified.origin;
      const token = readToken(claims, { apiAppId, version, issuer }, clock.now());
      if (!token) return invalid;
      verifiedTokens.store(text, token, key);
      return { outcome: 'verified', token };
    },

    stop: signatures.stop,
  };
}

interface Entry {
  readonly text: string;
  readonly token: VerifiedToken;
  readonly key: SigningKey;
}

export interface VerifiedTokens {
  find(text: string, now: Date): VerifiedToken | undefined;
  store(text: string, token: VerifiedToken, key: SigningKey): void;
}

const entryLimit = 10_000;
const charactersLimit = 32 * 1024 * 1024;
const tailLength = 43;

/**
 * A cache of verified tokens, keyed by the tail of the signature and compared in full, which is cheaper than a hash. An
 * entry ends when its token expires or its key is withdrawn.
 */
export function createVerifiedTokens(): VerifiedTokens {
  const entries = new LRUCache<string, Entry>({
    max: entryLimit,
    maxSize: charactersLimit,
    sizeCalculation: ({ text }) => text.length,
  });

  return {
    find(text, now) {
      const tail = text.slice(-tailLength);
      const entry = entries.get(tail);
      if (entry?.text !== text) return undefined;
      if (entry.key.isWithdrawn || now >= entry.token.expiresAt) {
        entries.delete(tail);
        return undefined;
      }
      return entry.token;
    },
    store(text, token, key) {
      entries.set(text.slice(-tailLength), { text, token, key });
    },
  };
}
