import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { isGuid } from './guid.ts';
import { issuerOf } from './issuer.ts';

export interface BearerToken {
  readonly token: string;
  readonly tenantId: string;
  readonly claims: JWTPayload;
}

type CheckedToken =
  | BearerToken
  /** The token is refused, or the identity provider's keys cannot be read. */
  | { readonly problem: 'token' | 'keys'; readonly reason: string };

export type CheckToken = (authorization: string | undefined) => Promise<CheckedToken>;

export interface TokenCheckOptions {
  readonly idpUrl: string;
  readonly audiences: readonly string[];
  readonly now: () => Date;
}

const tenantsWithKeys = 1_000;

/** Checks version 1 tokens against the identity provider's published keys, as any other API does. */
export function createTokenCheck({ idpUrl, audiences, now }: TokenCheckOptions): CheckToken {
  const keySets = new LRUCache<string, ReturnType<typeof createRemoteJWKSet>>({ max: tenantsWithKeys });
  const keySetOf = (tenantId: string) => {
    const cached = keySets.get(tenantId);
    if (cached) return cached;
    // Without a cooldown, so that a key rotated in a test is found at once.
    const options = { cooldownDuration: 0 };
    const keySet = createRemoteJWKSet(new URL(`${idpUrl}/${tenantId}/discovery/keys`), options);
    keySets.set(tenantId, keySet);
    return keySet;
  };

  return async (authorization) => {
    const read = readBearerToken(authorization);
    if (!read) return { problem: 'token', reason: 'There is no readable access token.' };
    try {
      await jwtVerify(read.token, keySetOf(read.tenantId), {
        algorithms: ['RS256'],
        audience: [...audiences],
        issuer: issuerOf(1, idpUrl, read.tenantId),
        currentDate: now(),
      });
      return read;
    } catch (error) {
      return isAboutTheToken(error)
        ? { problem: 'token', reason: error.message }
        : { problem: 'keys', reason: 'The signing keys cannot be read.' };
    }
  };
}

/** The unverified claims of a bearer token; undefined unless it is a JWT that names a tenant. */
export function readBearerToken(authorization: string | undefined): BearerToken | undefined {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  try {
    const claims = decodeJwt(token);
    const { tid } = claims;
    return typeof tid === 'string' && isGuid(tid)
      ? { token, tenantId: tid.toLowerCase(), claims }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAboutTheToken(error: unknown): error is errors.JOSEError {
  return (
    error instanceof errors.JOSEError &&
    error.code !== 'ERR_JOSE_GENERIC' &&
    error.code !== 'ERR_JWKS_TIMEOUT'
  );
}
