import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { isGuid } from '../entra/guid.ts';
import { issuerOf } from '../entra/issuer.ts';
import { MICROSOFT_GRAPH } from '../entra/microsoft-graph.ts';
import type { Failure } from './failure.ts';

export interface Caller {
  readonly tenantId: string;
  readonly roles: readonly string[];
}

export interface BearerTokens {
  verify(authorization: string | undefined): Promise<Caller | Failure>;
}

const AUDIENCES = (MICROSOFT_GRAPH.identifierUris ?? []).flatMap((uri) => [uri, `${uri}/`]);
const TENANTS_WITH_KEYS = 1_000;

/** Tokens are taken on the word of the identity provider's published keys, as by any other API. */
export function createBearerTokens(idpUrl: string, now: () => Date): BearerTokens {
  const keySets = new LRUCache<string, ReturnType<typeof createRemoteJWKSet>>({ max: TENANTS_WITH_KEYS });
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
      const token = bearerToken(authorization);
      if (token === undefined) return { failure: 'invalidToken', subject: 'Access token is empty.' };
      const tenantId = claimedTenant(authorization);
      if (tenantId === undefined) return { failure: 'invalidToken', subject: 'It names no tenant.' };
      try {
        const { payload } = await jwtVerify(token, keySetOf(tenantId), {
          algorithms: ['RS256'],
          audience: [...AUDIENCES, MICROSOFT_GRAPH.appId],
          issuer: issuerOf(MICROSOFT_GRAPH.tokenVersion, idpUrl, tenantId),
          currentDate: now(),
        });
        return { tenantId, roles: Array.isArray(payload.roles) ? payload.roles.map(String) : [] };
      } catch (fault) {
        return isAboutTheToken(fault)
          ? { failure: 'invalidToken', subject: fault.message }
          : { failure: 'down', subject: 'The signing keys cannot be read.' };
      }
    },
  };
}

/** Who the token says it is for. Unproven: it only chooses which keys and which behaviour apply. */
export function claimedTenant(authorization: string | undefined): string | undefined {
  try {
    const { tid } = decodeJwt(bearerToken(authorization) ?? '');
    return typeof tid === 'string' && isGuid(tid) ? tid.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

function isAboutTheToken(fault: unknown): fault is errors.JOSEError {
  return (
    fault instanceof errors.JOSEError &&
    fault.code !== 'ERR_JOSE_GENERIC' &&
    fault.code !== 'ERR_JWKS_TIMEOUT'
  );
}
