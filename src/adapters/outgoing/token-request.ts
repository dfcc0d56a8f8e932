/** An application's request for a token of its own, by client credentials. */
export interface TokenRequest {
  readonly address: string;
  readonly form: URLSearchParams;
}

export interface TokenApplicant {
  /** Where tokens are issued: `https://login.microsoftonline.com`. */
  readonly authUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export function tokenRequest(
  { authUrl, tenantId, clientId, clientSecret }: TokenApplicant,
  scope: string,
): TokenRequest {
  return {
    address: `${authUrl}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
    form: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope,
    }),
  };
}
