import { randomBytes } from 'node:crypto';
import { guidOf } from '../shell/guid.ts';
import { issuerOf } from '../shell/issuer.ts';
import { type Api, type Application, grantedRoles } from './directory.ts';

export interface AccessTokenRequest {
  readonly origin: string;
  readonly tenantId: string;
  readonly application: Application;
  readonly api: Api;
  /** The API as the client named it: the audience of a version 1 token. */
  readonly identifier: string;
  /** The client's authentication method. */
  readonly proof: 'secret' | 'certificate';
  readonly now: Date;
  readonly lifetimeSeconds: number;
}

/** Tokens are backdated, so that an API with a slow clock accepts them. */
const BACKDATED_SECONDS = 300;

/** The claims of an app-only access token, in the version that the API is registered for. */
export function accessTokenClaims(request: AccessTokenRequest): Record<string, unknown> {
  const { api, application, tenantId } = request;
  const now = Math.floor(request.now.getTime() / 1000);
  const roles = grantedRoles(application, api, tenantId);
  const acr = request.proof === 'certificate' ? '2' : '1';
  const servicePrincipalId = guidOf('service principal', tenantId, application.clientId);
  const shared = {
    iss: issuerOf(api.tokenVersion, request.origin, tenantId),
    iat: now - BACKDATED_SECONDS,
    nbf: now - BACKDATED_SECONDS,
    exp: now + request.lifetimeSeconds,
    aio: randomBytes(36).toString('base64'),
    oid: servicePrincipalId,
    rh: `1.${randomBytes(30).toString('base64url')}.`,
    ...(roles.length > 0 ? { roles } : {}),
    sub: servicePrincipalId,
    tid: tenantId,
    uti: randomBytes(16).toString('base64url'),
  };
  return api.tokenVersion === 1
    ? { aud: request.identifier, ...shared, appid: application.clientId, appidacr: acr, ver: '1.0' }
    : { aud: api.appId, ...shared, azp: application.clientId, azpacr: acr, ver: '2.0' };
}
