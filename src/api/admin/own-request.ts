import type { FastifyRequest } from 'fastify';
export const requestHeader = 'x-tessera-request';

/**
 * Whether a request that changes something comes from our own page, or from a program, and not from another site that
 * borrows the browser's cookie. Three signs, each of which would do: a header that no form can send and no other site
 * may, the origin, and what the browser says of where it was sent from. `Host` is no sign: whoever rebinds a name to our
 * address chooses it.
 */
export function isOwnRequest({ method, headers }: FastifyRequest, publicUrl: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  if (headers[requestHeader] === undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  return origin === undefined || origin === new URL(publicUrl).origin;
}
