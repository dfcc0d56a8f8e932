import { createHash, randomInt } from 'node:crypto';
import type { EmulatorResponse } from '../../shell/response.ts';
import { checkSecret, readClientAuthentication } from '../client-authentication.ts';
import type { Application, Register } from '../directory.ts';
import type { Failure } from '../failure.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Grant, Grants } from './grants.ts';
import { readScopes } from './requested-scopes.ts';
import { delegatedTokenClaims, idTokenClaims } from './user-tokens.ts';

export interface GrantRequest {
  /** The tenant in the path; undefined for any. */
  readonly tenantId: string | undefined;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
  /** The `Origin` header, which browsers send with cross-origin requests. */
  readonly browserOrigin: string | undefined;
  readonly now: Date;
}

export interface GrantIssuer {
  readonly register: Register;
  readonly keys: KeyRing;
  readonly grants: Grants;
  readonly issuerOrigin: string;
}

/** `grant_type=authorization_code`: a code is redeemed once, by its client, with the PKCE verifier. */
export async function redeemCode(
  request: GrantRequest,
  issuer: GrantIssuer,
): Promise<EmulatorResponse | Failure> {
  const { form, now, browserOrigin } = request;
  const application = findClient(request, issuer.register);
  if ('failure' in application) return application;
  const code = form.get('code');
  if (!code) return { failure: 'missingField', subject: 'code' };
  const grant = issuer.grants.findCode(code);
  if (!grant || !isOf(grant, application, request)) return { failure: 'unknownGrant', subject: '' };
  const refused = proveClient(request, application, grant);
  if (refused) return refused;
  if (grant.isSinglePage && browserOrigin === undefined)
    return { failure: 'redeemedOutsideBrowser', subject: '' };
  if (grant.isUsed) return { failure: 'usedCode', subject: '' };
  if (grant.expiresAt <= now) return { failure: 'expiredGrant', subject: '' };
  const redirectUri = form.get('redirect_uri') ?? '';
  if (redirectUri !== grant.redirectUri) return { failure: 'redirectChanged', subject: redirectUri };
  const verifier = form.get('code_verifier') ?? '';
  if (grant.challenge !== undefined) {
    if (verifier === '') return { failure: 'verifierMissing', subject: '' };
    if (createHash('sha256').update(verifier).digest('base64url') !== grant.challenge) {
      return { failure: 'verifierMismatch', subject: '' };
    }
  }
  const answer = await tokensFor(grant, application, grant.scope, request, issuer);
  if (!('failure' in answer)) issuer.grants.markUsed(code);
  return answer;
}

/** `grant_type=refresh_token`: a refresh token can be used repeatedly, and older ones stay valid. */
export async function refresh(
  request: GrantRequest,
  issuer: GrantIssuer,
): Promise<EmulatorResponse | Failure> {
  const application = findClient(request, issuer.register);
  if ('failure' in application) return application;
  const token = request.form.get('refresh_token');
  if (!token) return { failure: 'missingField', subject: 'refresh_token' };
  const grant = issuer.grants.findRefreshToken(token);
  if (!grant || !isOf(grant, application, request)) return { failure: 'unknownGrant', subject: '' };
  const refused = proveClient(request, application, grant);
  if (refused) return refused;
  if (grant.expiresAt <= request.now) return { failure: 'expiredGrant', subject: '' };
  const scope = request.form.get('scope')?.trim() || grant.scope;
  return tokensFor({ ...grant, nonce: undefined }, application, scope, request, issuer);
}

function findClient(
  { tenantId, form, authorization }: GrantRequest,
  register: Register,
): Application | Failure {
  const { clientId } = readClientAuthentication(form, authorization);
  if (!clientId) return { failure: 'missingField', subject: 'client_id' };
  const application =
    tenantId === undefined
      ? register.findApplicationAnywhere(clientId)
      : register.findApplication(clientId, tenantId);
  if (!application) return { failure: 'unknownApplication', subject: clientId };
  return application.disabled ? { failure: 'disabledApplication', subject: clientId } : application;
}

/** By secret. Public clients and single-page applications have none; only the latter redeem from a browser. */
function proveClient(
  { form, authorization, browserOrigin, now }: GrantRequest,
  application: Application,
  grant: Grant,
): Failure | undefined {
  const { secret } = readClientAuthentication(form, authorization);
  if (grant.isSinglePage) return undefined;
  if (browserOrigin !== undefined) return { failure: 'redeemedFromBrowser', subject: browserOrigin };
  if (!application.isPublic) return checkSecret(application, secret, now);
  return secret ? { failure: 'publicWithSecret', subject: application.clientId } : undefined;
}

function isOf(grant: Grant, { clientId }: Application, { tenantId }: GrantRequest): boolean {
  return grant.clientId === clientId && (tenantId === undefined || tenantId === grant.tenantId);
}

async function tokensFor(
  grant: Grant,
  application: Application,
  scope: string,
  { form, now, browserOrigin }: GrantRequest,
  { register, keys, grants, issuerOrigin }: GrantIssuer,
): Promise<EmulatorResponse | Failure> {
  const scopes = readScopes(scope);
  if ('failure' in scopes) return scopes;
  const api = register.findApi(scopes.resource, grant.tenantId);
  if (!api) return { failure: 'unknownResource', subject: scopes.resource };
  const user = register.findUser(grant.tenantId, grant.userId);
  if (!user) return { failure: 'unknownGrant', subject: '' };

  const lifetimeSeconds = randomInt(60 * 60, 90 * 60 + 1);
  const subject = {
    origin: issuerOrigin,
    application,
    user,
    sessionId: grant.sessionId,
    now,
    lifetimeSeconds,
  };
  const { openId, permissions, resource } = scopes;
  const accessToken = await keys.sign(delegatedTokenClaims(subject, api, resource, permissions));
  const idToken = openId.includes('openid')
    ? { id_token: await keys.sign(idTokenClaims(subject, openId, grant.nonce)) }
    : {};
  const refreshToken = openId.includes('offline_access')
    ? { refresh_token: grants.issueRefreshToken({ ...grant, scope }, now) }
    : {};
  // Microsoft's libraries use it as the account's cache key.
  const clientInfo = JSON.stringify({ uid: user.objectId, utid: user.tenantId });
  const account =
    form.get('client_info') === '1' ? { client_info: Buffer.from(clientInfo).toString('base64url') } : {};
  const expiresIn = lifetimeSeconds - 1;
  return {
    status: 200,
    headers: {
      'cache-control': 'no-store, no-cache',
      pragma: 'no-cache',
      ...(browserOrigin === undefined ? {} : { 'access-control-allow-origin': browserOrigin }),
    },
    body: {
      token_type: 'Bearer',
      scope,
      expires_in: expiresIn,
      ext_expires_in: expiresIn,
      access_token: accessToken,
      ...refreshToken,
      ...idToken,
      ...account,
    },
  };
}
