import { issuerOf } from '../shell/issuer.ts';

interface DocumentAddress {
  readonly origin: string;
  /** The tenant id or alias of the request. */
  readonly segment: string;
  /** The tenant id or the template in the issuer. */
  readonly issuerTenant: string;
}

export function discoveryDocument(
  version: 1 | 2,
  { origin, segment, issuerTenant }: DocumentAddress,
): object {
  const base = `${origin}/${segment}`;
  const oauth = version === 1 ? `${base}/oauth2` : `${base}/oauth2/v2.0`;
  return {
    token_endpoint: `${oauth}/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    jwks_uri: version === 1 ? `${base}/discovery/keys` : `${base}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    scopes_supported: version === 1 ? ['openid'] : ['openid', 'profile', 'email', 'offline_access'],
    issuer: issuerOf(version, origin, issuerTenant),
    request_uri_parameter_supported: false,
    authorization_endpoint: `${oauth}/authorize`,
    end_session_endpoint: `${oauth}/logout`,
    http_logout_supported: true,
    frontchannel_logout_supported: true,
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'nonce',
      'preferred_username',
      'name',
      'email',
      'oid',
      'roles',
      'sid',
      'tid',
      'uti',
      'ver',
    ],
    tenant_region_scope: null,
    cloud_instance_name: 'microsoftonline.com',
  };
}
