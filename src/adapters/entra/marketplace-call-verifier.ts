import {
  claimsToBeMarketplace,
  isMarketplaceCall,
  type MarketplaceCallVerification,
  type MarketplaceCallVerifier,
} from '../../core/marketplace-call.ts';
import { readToken } from '../../core/token.ts';
import { createSignatures, type SignaturesOptions } from './signatures.ts';
import { readUnverifiedToken } from './unverified-token.ts';

const invalid: MarketplaceCallVerification = { outcome: 'invalid' };

export function createMarketplaceCallVerifier(
  options: SignaturesOptions,
): MarketplaceCallVerifier & { stop(): void } {
  const { clock } = options;
  const signatures = createSignatures(options);

  return {
    async verify(text, callee) {
      const unverified = readUnverifiedToken(text);
      // Before any key is fetched: nobody makes us ask for tenants of their choice.
      if (!unverified || !claimsToBeMarketplace(unverified.origin, callee)) return invalid;
      const checked = await signatures.check(text, unverified);
      if (checked.outcome !== 'signed') return checked;
      const { claims, issuer } = checked;
      const expectations = { apiAppId: callee.clientId.trim(), version: unverified.origin.version, issuer };
      const token = readToken(claims, expectations, clock.now());
      return token && isMarketplaceCall(token, callee) ? { outcome: 'verified' } : invalid;
    },

    stop: signatures.stop,
  };
}
