import { createHash, randomBytes } from 'node:crypto';
import { issuerOf } from '../../shell/issuer.ts';
import type { Api, Application, User } from '../directory.ts';

export interface UserTokenRequest {
  readonly origin: string;
  readonly application: Application;
  readonly user: User;
  readonly sessionId: string;
  readonly now: Date;
  readonly lifetimeSeconds: number;
}

/** Tokens are backdated, so that an application with a slow clock accepts them. */
const backdatedSeconds = 300;

/** The claims of a version 2 ID token. */
export function idTokenClaims(
  request: UserTokenRequest,
  openIdScopes: readonly string[],
  nonce: string | undefined,
): Record<string, unknown> {
  const { application, user } = request;
  const roles = rolesOf(application, user);
  return {
    aud: application.clientId,
    iss: issuerOf(2, request.origin, user.tenantId),
    ...times(request),
    ...(openIdScopes.includes('email') && user.email !== undefined ? { email: user.email } : {}),
    ...(openIdScopes.includes('profile')
      ? { name: user.name, preferred_username: user.preferredUsername }
      : {}),
    ...(user.homeTenantId === undefined ? {} : { idp: issuerOf(1, request.origin, user.homeTenantId) }),
    ...(nonce === undefined ? {} : { nonce }),
    oid: user.objectId,
    rh: `1.${randomBytes(30).toString('base64url')}.`,
    ...(roles.length > 0 ? { roles } : {}),
    sid: request.sessionId,
    sub: pairwiseSubject(user, application.clientId),
    tid: user.tenantId,
    uti: randomBytes(16).toString('base64url'),
    ver: '2.0',
  };
}

/** The claims of an access token that lets the application act for the user at an API, in the API's version. */
export function delegatedTokenClaims(
  request: UserTokenRequest,
  api: Api,
  identifier: string,
  permissions: readonly string[],
): Record<string, unknown> {
  const { application, user } = request;
  const roles = application.clientId === api.appId ? rolesOf(application, user) : [];
  const acr = application.isPublic ? '0' : '1';
  const shared = {
    iss: issuerOf(api.tokenVersion, request.origin, user.tenantId),
    ...times(request),
    aio: randomBytes(36).toString('base64'),
    name: user.name,
    oid: user.objectId,
    rh: `1.${randomBytes(30).toString('base64url')}.`,
    ...(roles.length > 0 ? { roles } : {}),
    scp: permissions.join(' '),
    sid: request.sessionId,
    sub: pairwiseSubject(user, api.appId),
    tid: user.tenantId,
    uti: randomBytes(16).toString('base64url'),
  };
  return api.tokenVersion === 1
    ? {
        aud: identifier,
        ...shared,
        appid: application.clientId,
        appidacr: acr,
        unique_name: user.preferredUsername,
        upn: user.preferredUsername,
        ver: '1.0',
      }
    : {
        aud: api.appId,
        ...shared,
        azp: application.clientId,
        azpacr: acr,
        preferred_username: user.preferredUsername,
        ver: '2.0',
      };
}

function times({ now, lifetimeSeconds }: UserTokenRequest) {
  const seconds = Math.floor(now.getTime() / 1000);
  return { iat: seconds - backdatedSeconds, nbf: seconds - backdatedSeconds, exp: seconds + lifetimeSeconds };
}

function rolesOf({ assignments = [] }: Application, { objectId }: User): readonly string[] {
  const own = assignments.filter((assignment) => assignment.objectId.toLowerCase() === objectId);
  return [...new Set(own.flatMap(({ roles }) => roles))];
}

/** A pairwise subject: audiences cannot correlate a user. */
function pairwiseSubject({ tenantId, objectId }: User, audience: string): string {
  return createHash('sha256').update(`${tenantId} ${objectId} ${audience}`).digest('base64url');
}
