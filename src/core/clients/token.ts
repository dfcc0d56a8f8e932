import { isUuid } from '../identifiers.ts';
import type { ClaimedIdentity, VerifiedToken } from './ports.ts';

export type TokenVersion = '1.0' | '2.0';

/** What a token says about its origin. Unproven until the signature and `readToken` have had their say. */
export interface TokenOrigin extends ClaimedIdentity {
  readonly version: TokenVersion;
}

export interface TokenExpectations {
  /** The API's application id: the audience is this, or this behind `api://`. */
  readonly apiAppId: string;
  /** The shape whose keys the signature was checked with. */
  readonly version: TokenVersion;
  /** The issuer that the provider itself names for those keys. */
  readonly issuer: string;
}

type Claims = Readonly<Record<string, unknown>>;

const leewaySeconds = 60;
const lastSecondOfDate = 8_640_000_000_000;

/** The application stands in `appid` in version 1 and in `azp` in version 2; an ID token has neither. */
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
 * Claims whose signature has been checked become a token when they are meant for this API, are of this time, and
 * come from the issuer of their own tenant: the one the provider names, with the claimed tenant as its first path
 * segment. They are an application's own or a user's. Anything else is no token at all; why is nobody's business.
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
 * `idtyp` decides, where the API's registration asks for it. Without it a token is an application's own when it has no
 * delegated scope and its subject is its object: a user's subject is pairwise, and never the object id. A token without
 * a scope that is not an application's own is for nobody.
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

/** One string only: a list would mean that some other API takes the same token. */
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
