import { LRUCache } from 'lru-cache';
import { readToken } from '../../core/clients/token.ts';
import {
  claimsToBeMarketplace,
  isMarketplaceNotification,
  type NotificationVerification,
  type NotificationVerifier,
} from '../../core/marketplace/notification-verifier.ts';
import { readOutsideAddress } from '../../core/outside-address.ts';
import { createSlots } from '../outgoing/slots.ts';
import { createSignatures, type Signatures, type SignaturesOptions } from './signatures.ts';
import { readUnverifiedToken } from './unverified-token.ts';

const invalid: NotificationVerification = { outcome: 'invalid' };
/** Nearly all connections share one provider; another cloud's is another. */
const providerLimit = 100;
/** One provider alone cannot take them all. */
const fetchLimits = { running: 32, waiting: 64 };

/** Each call is checked against the keys of the provider that its connection names. */
export function createNotificationVerifier(
  options: Omit<SignaturesOptions, 'authUrl' | 'sharedSlots'>,
): NotificationVerifier & { stop(): void } {
  const { clock } = options;
  const sharedSlots = createSlots(fetchLimits);
  const providers = new LRUCache<string, Signatures>({
    max: providerLimit,
    dispose: (signatures) => signatures.stop(),
  });

  function signaturesOf(authUrl: string): Signatures {
    const known = providers.get(authUrl);
    if (known) return known;
    const signatures = createSignatures({ ...options, authUrl, sharedSlots });
    providers.set(authUrl, signatures);
    return signatures;
  }

  return {
    async verify(text, callee) {
      const unverified = readUnverifiedToken(text);
      const authUrl = readOutsideAddress(callee.authUrl);
      // Before any key is fetched: nobody makes us ask for tenants of their choice.
      if (!unverified || !claimsToBeMarketplace(unverified.origin, callee) || !authUrl) return invalid;
      const checked = await signaturesOf(authUrl).check(text, unverified);
      if (checked.outcome !== 'signed') return checked;
      const { claims, issuer } = checked;
      const expectations = { apiAppId: callee.clientId.trim(), version: unverified.origin.version, issuer };
      const token = readToken(claims, expectations, clock.now());
      return token && isMarketplaceNotification(token, callee) ? { outcome: 'verified' } : invalid;
    },

    stop: () => providers.clear(),
  };
}
