export interface GrantedToken {
  readonly outcome: 'granted';
  readonly accessToken: string;
  readonly lifetimeSeconds: number;
}

/** Servers refuse longer headers, and a partner's token endpoint must not fill the cache. */
const maxTokenLength = 16_384;

/** The token in a successful response; undefined if there is none. */
export function readGrantedToken(body: Readonly<Record<string, unknown>>): GrantedToken | undefined {
  const { access_token: accessToken, expires_in: lifetime } = body;
  // Other characters are invalid in a header, and the error would log the token.
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) return undefined;
  if (accessToken.length > maxTokenLength) return undefined;
  const lifetimeSeconds = Number(lifetime);
  return { outcome: 'granted', accessToken, lifetimeSeconds: lifetimeSeconds > 0 ? lifetimeSeconds : 0 };
}
