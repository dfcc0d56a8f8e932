import { LRUCache } from 'lru-cache';
import { readToken } from '../../core/clients/token.ts';
import {
  claimsToBeMarketplace,
  isMarketplaceNotification,
  type NotificationVerification,
  type NotificationVerifier,
} from '../../core/marketplace/notifications/notification.ts';
import { readOutsideAddress } from '../../core/network/outside-address.ts';
import { createSlots } from '../outgoing/slots.ts';
import { createSignatures, type Signatures, type SignaturesOptions } from './signatures.ts';
import { readUnverifiedToken } from './unverified-token.ts';

const invalid: NotificationVerification = { outcome: 'invalid' };
/** Nearly all connections share one identity provider; sovereign clouds have their own. */
const providerLimit = 100;
/** More than the limit of one identity provider, so that one cannot use all slots. */
const fetchLimits = { running: 32, waiting: 64 };

/** Verifies each notification with the keys of the identity provider of its connection. */
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
    const cached = providers.get(authUrl);
    if (cached) return cached;
    const signatures = createSignatures({ ...options, authUrl, sharedSlots });
    providers.set(authUrl, signatures);
    return signatures;
  }

  return {
    async verify(text, audience) {
      const unverified = readUnverifiedToken(text);
      const authUrl = readOutsideAddress(audience.authUrl);
      // Checked before any fetch: a forged token must not cause requests for tenants of its choice.
      if (!unverified || !claimsToBeMarketplace(unverified.origin, audience) || !authUrl) return invalid;
      const checked = await signaturesOf(authUrl).check(text, unverified);
      if (checked.outcome !== 'signed') return checked;
      const { claims, issuer } = checked;
      const expectations = { apiAppId: audience.clientId.trim(), version: unverified.origin.version, issuer };
      const token = readToken(claims, expectations, clock.now());
      return token && isMarketplaceNotification(token, audience) ? { outcome: 'verified' } : invalid;
    },

    stop: () => providers.clear(),
  };
}
