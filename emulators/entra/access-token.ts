import { randomBytes } from 'node:crypto';
import { type Api, type Application, grantedRoles } from './directory.ts';
import { guidOf } from './guid.ts';
import { issuerOf } from './issuer.ts';

export interface AccessTokenRequest {
  readonly origin: string;
  readonly tenantId: string;
  readonly application: Application;
  readonly api: Api;
  /** The API as the client named it: a version 1 token repeats it as its audience. */
  readonly identifier: string;
  /** How the client has proved itself. */
  readonly proof: 'secret' | 'certificate';
  readonly now: Date;
  readonly lifetimeSeconds: number;
}

/** Tokens are dated back, so that an API whose clock is slow takes them at once. */
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
