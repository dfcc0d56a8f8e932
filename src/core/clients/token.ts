import { isUuid } from '../identifiers.ts';
import type { ClaimedIdentity, VerifiedToken } from './ports.ts';

export type TokenVersion = '1.0' | '2.0';

/** The unverified origin of a token, until its signature and `readToken` have been checked. */
export interface TokenOrigin extends ClaimedIdentity {
  readonly version: TokenVersion;
}

export interface TokenExpectations {
  /** The API's application id: the audience is the id, bare or prefixed by `api://`. */
  readonly apiAppId: string;
  /** The token version whose keys verified the signature. */
  readonly version: TokenVersion;
  /** The issuer that the identity provider publishes with those keys. */
  readonly issuer: string;
}

type Claims = Readonly<Record<string, unknown>>;

const leewaySeconds = 60;
const lastSecondOfDate = 8_640_000_000_000;

/** The application is in `appid` in version 1 and in `azp` in version 2; an ID token has neither. */
export function readTokenOrigin(claims: unknown): TokenOrigin | undefined {
  if (!isClaims(claims)) return undefined;
  const { ver: version } = claims;
  if (version !== '1.0' && version !== '2.0') return undefined;
  const tenantId = readUuid(claims.tid);
  const applicationId = readUuid(version === '1.0' ? claims.appid : claims.azp);
  if (tenantId === undefined || applicationId === undefined) return undefined;
  return { version, tenantId, applicationId };
}

/**
 * Accepts claims with a verified signature if their audience is this API, they are current, and their issuer is the
 * provider's issuer with the claimed tenant as its first path segment. The token belongs to an application or a user.
 * Anything else is undefined: the reason is not disclosed.
 */
export function readToken(
  claims: unknown,
  expectations: TokenExpectations,
  now: Date,
): VerifiedToken | undefined {
  const origin = readTokenOrigin(claims);
  if (!isClaims(claims) || origin?.version !== expectations.version) return undefined;
  const { tenantId, applicationId } = origin;
  if (claims.iss !== expectations.issuer || tenantOfIssuer(expectations.issuer) !== tenantId)
    return undefined;
  if (!isAudience(claims.aud, expectations.apiAppId)) return undefined;

  const { exp, nbf = 0 } = claims;
  if (!isTime(exp) || !isTime(nbf)) return undefined;
  const seconds = now.getTime() / 1000;
  if (seconds >= exp + leewaySeconds || seconds < nbf - leewaySeconds) return undefined;

  const bearer = readBearer(claims);
  if (bearer === undefined) return undefined;

  return {
    tenantId,
    applicationId,
    roles: isStrings(claims.roles) ? [...claims.roles] : [],
    isDelegated: bearer === 'user',
    objectId: readUuid(claims.oid) ?? null,
    expiresAt: new Date(exp * 1000),
  };
}

/**
 * `idtyp` decides if the API's registration requests that claim. Without it, a token is an application's if it has no
 * delegated scope and its subject equals its object id: a user's subject is pairwise, never the object id. A token that
 * is neither an application's nor scoped is refused.
 */
function readBearer({ idtyp, scp, oid, sub }: Claims): 'application' | 'user' | undefined {
  const object = readUuid(oid);
  const isOwn = scp === undefined && object !== undefined && object === readUuid(sub);
  if (idtyp === 'app' || (idtyp === undefined && isOwn)) return 'application';
  const isUsers = idtyp === undefined || idtyp === 'user';
  return isUsers && typeof scp === 'string' && scp !== '' ? 'user' : undefined;
}

function tenantOfIssuer(issuer: string): string | undefined {
  return issuer.split('/')[3]?.toLowerCase();
}

/** A single string: a list would mean that another API accepts the same token. */
function isAudience(audience: unknown, apiAppId: string): boolean {
  if (typeof audience !== 'string') return false;
  const id = apiAppId.toLowerCase();
  return audience.toLowerCase() === id || audience.toLowerCase() === `api://${id}`;
}

function isClaims(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= lastSecondOfDate;
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readUuid(value: unknown): string | undefined {
  return typeof value === 'string' && isUuid(value) ? value.toLowerCase() : undefined;
}
