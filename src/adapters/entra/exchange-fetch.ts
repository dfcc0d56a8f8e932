import type { CustomFetch } from 'openid-client';
import type { Exchange, OutgoingRequest } from '../outgoing/exchange.ts';

const limitBytes = 512 * 1024;

/** A `fetch` for the sign-in library over the service's connection pool. Throws what `fetch` throws. */
export function exchangeFetch(exchange: Exchange): CustomFetch {
  return async (address, { method, headers, body, signal = new AbortController().signal }) => {
    const request: OutgoingRequest = {
      address,
      method: method as OutgoingRequest['method'],
      headers,
      limitBytes,
      ...(body && { body: String(body) }),
    };
    try {
      const { status, text, header } = await exchange(request, signal);
      const contentType = header('content-type');
      return new Response(text || null, {
        status,
        headers: contentType ? { 'content-type': contentType } : {},
      });
    } catch (fault) {
      throw signal.aborted ? fault : new TypeError('no response', { cause: fault });
    }
  };
}
