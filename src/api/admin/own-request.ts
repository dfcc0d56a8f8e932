import type { FastifyRequest } from 'fastify';

const requestHeader = 'x-tessera-request';

/**
 * Whether a changing request comes from our own page or from a program, and not from another site that uses the
 * browser's cookie (CSRF). Three independent signs: a header that forms and other sites cannot send, `Origin`, and
 * `Sec-Fetch-Site`. `Host` is no sign: DNS rebinding controls it.
 */
export function isOwnRequest({ method, headers }: FastifyRequest, publicUrl: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  if (headers[requestHeader] === undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  return origin === undefined || origin === new URL(publicUrl).origin;
}
