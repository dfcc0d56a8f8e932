import { randomInt } from 'node:crypto';
import type { EmulatorResponse } from '../shell/response.ts';
import { accessTokenClaims } from './access-token.ts';
import { checkAssertion } from './client-assertion.ts';
import { checkSecret, readClientAuthentication } from './client-authentication.ts';
import type { Register } from './directory.ts';
import type { Failure } from './failure.ts';
import type { KeyRing } from './key-ring.ts';
import { requestedResource } from './requested-resource.ts';
import type { Grants } from './sign-in/grants.ts';
import { redeemCode, refresh } from './sign-in/user-grants.ts';
import { readTenantSegment } from './tenant-segment.ts';

export interface TokenRequest {
  readonly version: 1 | 2;
  readonly segment: string;
  readonly method: string;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
  readonly browserOrigin: string | undefined;
  readonly now: Date;
}

export interface TokenIssuer {
  readonly register: Register;
  readonly keys: KeyRing;
  readonly grants: Grants;
  /** The origin in every version 2 token's issuer, for requests over http and https. */
  readonly issuerOrigin: string;
}

export async function answerTokenRequest(
  request: TokenRequest,
  issuer: TokenIssuer,
): Promise<EmulatorResponse | Failure> {
  const { version, form, now } = request;
  if (request.method !== 'POST') return { failure: 'notPosted', subject: request.method };

  const segment = readTenantSegment(request.segment, issuer.register);
  if (segment.kind === 'malformed') return { failure: 'malformedTenant', subject: request.segment };
  if (segment.kind === 'unknown') return { failure: 'unknownTenant', subject: request.segment };

  const grant = form.get('grant_type');
  if (!grant) return { failure: 'missingField', subject: 'grant_type' };
  if (version === 2 && (grant === 'authorization_code' || grant === 'refresh_token')) {
    const tenantId = segment.kind === 'tenant' ? segment.id : undefined;
    const redeem = grant === 'authorization_code' ? redeemCode : refresh;
    return redeem({ ...request, tenantId }, issuer);
  }
  if (grant !== 'client_credentials') return { failure: 'unsupportedGrant', subject: grant };
  if (segment.kind === 'alias') return { failure: 'grantNeedsTenant', subject: segment.name };

  const { clientId, secret, assertion } = readClientAuthentication(form, request.authorization);
  if (!clientId) return { failure: 'missingField', subject: 'client_id' };
  const resource = requestedResource(version, form);
  if ('failure' in resource) return resource;

  const application = issuer.register.findApplication(clientId, segment.id);
  if (!application) return { failure: 'unknownApplication', subject: clientId };
  if (application.disabled) return { failure: 'disabledApplication', subject: clientId };
  const refused =
    assertion === undefined
      ? checkSecret(application, secret, now)
      : await checkAssertion(application, assertion, segment.id, now);
  if (refused) return refused;

  const { identifier } = resource;
  const api = issuer.register.findApi(identifier, segment.id);
  if (!api) return { failure: 'unknownResource', subject: identifier };

  const lifetimeSeconds = randomInt(60 * 60, 90 * 60 + 1);
  const claims = accessTokenClaims({
    origin: issuer.issuerOrigin,
    tenantId: segment.id,
    application,
    api,
    identifier,
    proof: assertion === undefined ? 'secret' : 'certificate',
    now,
    lifetimeSeconds,
  });
  const accessToken = await issuer.keys.sign(claims);
  const expiresIn = lifetimeSeconds - 1;
  const body =
    version === 1
      ? {
          token_type: 'Bearer',
          expires_in: String(expiresIn),
          ext_expires_in: String(expiresIn),
          expires_on: String(claims.exp),
          not_before: String(claims.nbf),
          resource: identifier,
          access_token: accessToken,
        }
      : { token_type: 'Bearer', expires_in: expiresIn, ext_expires_in: expiresIn, access_token: accessToken };
  return { status: 200, headers: { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' }, body };
}
