import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { isGuid } from '../entra/guid.ts';
import { issuerOf } from '../entra/issuer.ts';
import { microsoftMarketplace } from '../entra/microsoft-marketplace.ts';
import type { Failure } from './failure.ts';

/** The application a token was issued to, and the tenant it was issued in. */
export interface Caller {
  readonly tenantId: string;
  readonly clientId: string;
}

export interface BearerTokens {
  verify(authorization: string | undefined): Promise<Caller | Failure>;
}

const tenantsWithKeys = 1_000;

/** Tokens are taken on the word of the identity provider's published keys, as by any other API. */
export function createBearerTokens(idpUrl: string, now: () => Date): BearerTokens {
  const keySets = new LRUCache<string, ReturnType<typeof createRemoteJWKSet>>({ max: tenantsWithKeys });
  const keySetOf = (tenantId: string) => {
    const held = keySets.get(tenantId);
    if (held) return held;
    // Without a pause between fetches, so that a key rolled in a test is found at once.
    const keySet = createRemoteJWKSet(new URL(`${idpUrl}/${tenantId}/discovery/keys`), {
      cooldownDuration: 0,
    });
    keySets.set(tenantId, keySet);
    return keySet;
  };

  return {
    async verify(authorization) {
      const caller = claimedCaller(authorization);
      if (!caller) return { failure: 'forbidden', subject: 'There is no readable access token.' };
      try {
        await jwtVerify(bearerToken(authorization), keySetOf(caller.tenantId), {
          algorithms: ['RS256'],
          audience: microsoftMarketplace.appId,
          issuer: issuerOf(microsoftMarketplace.tokenVersion, idpUrl, caller.tenantId),
          currentDate: now(),
        });
        return caller;
      } catch (fault) {
        return isAboutTheToken(fault)
          ? { failure: 'forbidden', subject: fault.message }
          : { failure: 'failing', subject: 'The signing keys cannot be read.' };
      }
    },
  };
}

/** Who the token says it was issued to. Unproven: it only chooses which keys and which faults apply. */
export function claimedCaller(authorization: string | undefined): Caller | undefined {
  try {
    const { tid, appid } = decodeJwt(bearerToken(authorization));
    return typeof tid === 'string' && isGuid(tid) && typeof appid === 'string'
      ? { tenantId: tid.toLowerCase(), clientId: appid.toLowerCase() }
      : undefined;
  } catch {
    return undefined;
  }
}

function bearerToken(authorization: string | undefined): string {
  return /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
}

function isAboutTheToken(fault: unknown): fault is errors.JOSEError {
  return (
    fault instanceof errors.JOSEError &&
    fault.code !== 'ERR_JOSE_GENERIC' &&
    fault.code !== 'ERR_JWKS_TIMEOUT'
  );
}
