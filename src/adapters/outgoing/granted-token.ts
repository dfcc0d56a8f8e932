export interface GrantedToken {
  readonly outcome: 'granted';
  readonly accessToken: string;
  readonly lifetimeSeconds: number;
}

/** The token of a token endpoint's 200; undefined when there is none. */
export function readGrantedToken(body: Readonly<Record<string, unknown>>): GrantedToken | undefined {
  const { access_token: accessToken, expires_in: lifetime } = body;
  // Anything else could not travel in a header, and the complaint about that would show it.
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) return undefined;
  const lifetimeSeconds = Number(lifetime);
  return { outcome: 'granted', accessToken, lifetimeSeconds: lifetimeSeconds > 0 ? lifetimeSeconds : 0 };
}
