import type { TokenVerification, TokenVerifier } from '../../core/clients/ports.ts';
import { readToken } from '../../core/clients/token.ts';
import { createSignatures, type SignaturesOptions } from './signatures.ts';
import { readUnverifiedToken } from './unverified-token.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

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
